#### make, list, take out
mkdir -p d/e; echo a > d/a; seq 1 100 > d/e/b; touch -d '2020-01-01 10:11:12Z' d/a d/e/b; zip x.zip d/a d/e/b | sed 's/ [0-9]*%//'; unzip -l x.zip; mkdir o; unzip x.zip -d o; cat o/d/a; cmp d/e/b o/d/e/b && echo same; stat -c '%Y %n' o/d/a
#### recursion
mkdir -p d/e; echo a > d/a; zip -r x.zip d | sort; unzip -Z1 x.zip | sort; zip -qr y.zip d; zipinfo -1 y.zip | sort; zip -D -qr z.zip d; unzip -Z1 z.zip; zip -jqr j.zip d; unzip -Z1 j.zip; zip -q p.zip d; unzip -Z1 p.zip; cd d; zip -rq ../w.zip .; unzip -Z1 ../w.zip | sort; zip --no-dir-entries --recurse-paths --quiet ../v.zip .; unzip -Z1 ../v.zip; zip --junk-paths -q ../u.zip ../d/a; unzip -Z1 ../u.zip
#### messages
exec 2>&1; echo a > a; zip x.zip nosuch; echo $?; zip x.zip nosuch a; echo $?; zip x.zip; echo $?; zip --bogus; echo $?; zip -K x a; echo $?; zip nod/x.zip a; echo $?; echo junk > junk.zip; zip junk.zip a; echo $?; zip -d x.zip nosuch; echo $?; zip -d x.zip; echo $?; zip -f new.zip a; echo $?; zip -u new.zip a; echo $?; zip foo a; ls
#### update, freshen, delete, move
exec 2>&1; echo a > a; echo b > b; touch -d 2001-01-01Z a b; zip x.zip a b; zip x.zip a; zip -u x.zip a; echo $?; zip -f x.zip; echo $?; touch -d 2010-01-01Z a; zip -f x.zip; echo c > c; touch -d 2020-01-01Z b; zip -u x.zip a b c; zip --freshen x.zip a c; echo $?; zip -d x.zip b; unzip -Z1 x.zip; zip --delete -q x.zip a; unzip -Z1 x.zip; zip -d x.zip '*'; ls; zip -m m.zip a; ls; zip --update --move -q m.zip b; ls; mkdir d; echo x > d/x; zip -rm m.zip d; ls
#### include, exclude, names from standard input
mkdir -p d/e; echo a > d/a.c; echo b > d/b.o; echo c > d/e/c.o; zip -rq x.zip d -x '*.o'; unzip -Z1 x.zip | sort; zip -rq i.zip d -i '*.o'; unzip -Z1 i.zip | sort; zip -rq y.zip d -x '*.c' 'd/e/*'; unzip -Z1 y.zip | sort; zip -qrx z.zip d 2>/dev/null; zip -rq w.zip . --exclude '*.zip' --include '*.c' '*.o'; unzip -Z1 w.zip | sort; ls d/*.* | zip -q n.zip -@; unzip -Z1 n.zip; printf 'd/a.c\n' | zip -q --names-stdin m.zip; unzip -Z1 m.zip; zip -q x2.zip -x '*.o' @ d/a.c d/b.o; unzip -Z1 x2.zip
#### levels
seq 1 3000 > s; for i in 0 1 2 3 4 5 6 7 8 9; do zip -q -$i s$i.zip s; unzip -p s$i.zip | md5sum; zipinfo s$i.zip | cut -c28-34 | sed -n 3p; done; zip -q --compress-9 q.zip s; zip -q --compress-1 --compress-2 --compress-3 --compress-4 --compress-5 --compress-6 --compress-7 --compress-8 q2.zip s; unzip -p q2.zip | tail -1
#### standard input and output
exec 2>&1; echo hi | zip p.zip -; unzip -p p.zip; echo hi > f; zip -q - f > q.zip; unzip -p q.zip; echo hi | zip -q > r.zip; unzip -Z1 r.zip; echo $?
#### links, modes
echo a > a; ln -s a l; chmod 755 a; touch -d 2020-01-01Z a; touch -h -d 2020-01-01Z l; zip -q x.zip l; unzip -Z x.zip | cut -c1-10 | sed -n 3p; zip -qy y.zip l a; zipinfo y.zip | cut -c1-10 | sed -n 3,4p; zip -q --symlinks z.zip l; mkdir o; unzip -q y.zip -d o; readlink o/l; stat -c %a o/a; unzip -o y.zip -d o; unzip -l y.zip
#### -v, -X, -o, -T, -g
echo a > a; touch -d 2020-01-01Z a; zip -v x.zip a; zip -T x.zip a; zip --verbose y.zip a; zip -qX z.zip a; unzip -v z.zip; wc -c < z.zip; zip -qo o.zip a; stat -c %Y o.zip; zip -qg o.zip a; zip -q --grow --latest-time --test --strip-extra o.zip a; zipinfo o.zip | cut -c26-27 | sed -n 3p
#### names with dots and slashes
mkdir d; echo f > f; echo g > d/g; zip p.zip ./f d/../f ././d/g; unzip -Z1 p.zip; cd d; zip -q ../q.zip ../f g; unzip -Z1 ../q.zip; cd ..; mkdir o; unzip q.zip -d o 2>&1; find o | sort
#### -l, -v and their quiet forms
mkdir d; echo a > d/a; seq 1 100 > b; : > e; touch -d '2020-01-01 10:11:12Z' d/a b d e; zip -0qr x.zip d b e; unzip -l x.zip; unzip -lq x.zip; unzip -lqq x.zip; unzip -v x.zip; unzip -vqq x.zip; unzip -l x.zip b; unzip -l x.zip nosuch; echo $?; unzip -l x.zip 'd*'; unzip -l x.zip -x b; unzip -v x.zip 'd/?'
#### -t, -z
exec 2>&1; mkdir d; echo a > d/a; seq 1 100 > b; zip -qr x.zip d b; unzip -t x.zip; unzip -tq x.zip; unzip -tqq x.zip; unzip -t x.zip b; unzip -t x.zip nosuch; echo $?; unzip -z x.zip
#### -p, -c
exec 2>&1; echo a > a; seq 1 3 > b; zip -q x.zip a b; unzip -p x.zip; unzip -p x.zip b; unzip -c x.zip a; unzip -cq x.zip a; unzip -p x.zip nosuch; echo $?; unzip -p x.zip nosuch b; echo $?
#### files that are there
exec 2>&1; echo a > a; echo b > b; touch -d 2020-01-01Z a b; zip -q x.zip a b; unzip x.zip < /dev/null; echo $?; echo new > a; unzip -n x.zip; cat a; unzip -o x.zip; cat a; echo new > a; echo y | unzip -q x.zip; echo $?; cat a; echo new > a; printf 'n\nn\n' | unzip -q x.zip; echo $?; cat a; echo A | unzip x.zip; cat a; echo N | unzip x.zip; echo $?; printf 'r\nother\nn\n' | unzip x.zip; cat other; printf 'q\ny\nn\n' | unzip -q x.zip
#### -u, -f
echo a > a; echo b > b; touch -d 2020-01-01Z a b; zip -q x.zip a b; touch -d 2001-01-01Z a; rm b; unzip -f -o x.zip; ls a b 2>/dev/null; unzip -u x.zip; unzip -uo x.zip; unzip -fo x.zip; echo $?
#### -j, -d, -x, -C, -L
mkdir -p d/e; echo a > d/a; echo b > d/e/B; zip -qr x.zip d; unzip -j x.zip -d o | sort; ls o; unzip -q x.zip -x 'd/e/*' -d p; find p | sort; unzip -C x.zip 'D/E/b' -d q; unzip -qL x.zip -d r; find r | sort; unzip -qq x.zip -d new; ls new; unzip -qd dd x.zip d/a; find dd | sort; unzip -qo -K -X -D x.zip -d new; unzip -q x.zip 'd/*' -x '*B' -d s; find s | sort
#### what is wrong
exec 2>&1; unzip nosuch; echo $?; unzip -l nosuch.zip; echo $?; echo text > t; unzip t; echo $?; unzip -q t; echo $?; zipinfo t; echo $?; zipinfo nosuch; echo $?; : > e; unzip e; echo $?; echo a > a; zip -q x.zip a; unzip x.zip -d no/such; echo $?; unzip x.zip nosuch; echo $?; unzip x.zip nosuch a -d o; echo $?; head -c 100 x.zip > cut.zip; unzip cut.zip; echo $?; unzip -q x; cat a; unzip -y x.zip > /dev/null 2>&1; echo $?; unzip -h > /dev/null; zipinfo --bogus > /dev/null 2>&1; echo $?
#### zipinfo
mkdir d; echo a > d/a; seq 1 100 > b; printf '\0\1' > bin; ln -s b l; touch -d '2020-01-01 10:11:12Z' d/a b d bin; touch -h -d '2020-01-01 10:11:12Z' l; chmod 600 b; zip -0 -qry x.zip d b bin l; zipinfo x.zip | sed 2d; unzip -Z x.zip | sed 2d; zipinfo -1 x.zip; unzip -Z1 x.zip 'd*'; zipinfo -2 x.zip; zipinfo -s x.zip | sed 2d; zipinfo -m x.zip | sed 2d; zipinfo -l x.zip | sed 2d; zipinfo -t x.zip; zipinfo -T x.zip | sed 2d; zipinfo x.zip b nosuch; echo $?; zipinfo -h x.zip | head -1; zipinfo -z x.zip | head -1; zipinfo -C x.zip B; zipinfo -1 x.zip -x 'd*'
#### odd content and names
printf '\0\377' > bin; echo x > 'a b'; echo y > 'é'; zip -q x.zip bin 'a b'; mkdir o; unzip -q x.zip -d o; cmp bin o/bin && ls o; head -c 100000 /dev/zero > z; zip -q z.zip z; unzip -p z.zip | wc -c; seq 1 20000 > s; zip -q s.zip s; unzip -p s.zip | cmp - s && echo same
#### an encrypted archive
exec 2>&1; echo UEsDBAoACQAAABoifl2MsuviEwAAAAcAAAABABwAZlVUCQADtPgMa9z2DGt1eAsAAQQAAAAABAAAAACHGsdbOw5lrUuA3B/Ul9+C7vzSUEsHCIyy6+ITAAAABwAAAFBLAQIeAwoACQAAABoifl2MsuviEwAAAAcAAAABABgAAAAAAAEAAACkgQAAAABmVVQFAAO0+AxrdXgLAAEEAAAAAAQAAAAAUEsFBgAAAAABAAEARwAAAF4AAAAAAA== | base64 -d > e.zip; unzip -o e.zip < /dev/null; echo $?; unzip -t e.zip < /dev/null; echo $?; unzip -p e.zip < /dev/null; echo $?; unzip -Z1 e.zip; ls
#### bytes before an archive
exec 2>&1; mkdir -p s/d; printf 'abc\n' > s/f; echo 2 > s/d/g; ln -s f s/l; find s -exec touch -h -d '2024-01-02 03:04:06' {} +; find s | sort | zip -q0y a.zip -@; (echo prefix; cat a.zip) > c.zip; for o in 'unzip -l' 'unzip -tq' 'unzip -t' 'unzip -p' 'unzip -o' 'unzip -qo' 'unzip -z' 'zipinfo' 'zipinfo -1' 'zipinfo -h'; do $o c.zip; echo $?; done; unzip -t c.zip nope; echo $?; rm *.zip
#### archives that are not there, to a pipe
exec 2>&1; for o in -p -c -l '-qp' -t -z; do unzip $o nope; echo $?; done; unzip -p nope x; echo $?
#### links that are there
exec 2>&1; mkdir -p s/d; printf 'abc\n' > s/f; echo 2 > s/d/g; ln -s f s/l; find s -exec touch -h -d '2024-01-02 03:04:06' {} +; find s | sort | zip -q0y a.zip -@; ln -sf nope s/d/g; ln -sf d s/f; for o in '' -u -f -n -q -qq -o -uo; do echo "$o"; unzip $o a.zip; echo $?; done; ls s s/d; readlink s/*
#### times that stay
exec 2>&1; mkdir -p s/d; printf 'abc\n' > s/f; echo 2 > s/d/g; ln -s f s/l; find s -exec touch -h -d '2024-01-02 03:04:06' {} +; find s | sort | zip -q0y a.zip -@; for o in '' -D -DD; do rm -rf s; unzip -q $o a.zip; stat -c '%n %y' s s/f s/d/g | sed 's/202[67].*/now/'; done
#### names that are not in it, beside what is left
exec 2>&1; mkdir -p s/d; printf 'abc\n' > s/f; echo 2 > s/d/g; ln -s f s/l; find s -exec touch -h -d '2024-01-02 03:04:06' {} +; find s | sort | zip -q0y a.zip -@; unzip a.zip s/f nope; echo $?; unzip -n a.zip s/f nope; echo $?; unzip -o a.zip nope; echo $?
#### folders that are shown, and -d where nothing is extracted
exec 2>&1; mkdir -p s/d; printf 'abc\n' > s/f; echo 2 > s/d/g; ln -s f s/l; find s -exec touch -h -d '2024-01-02 03:04:06' {} +; find s | sort | zip -q0y a.zip -@; unzip -c a.zip; unzip -cq a.zip; for o in -l -t -p -c -v -z; do unzip $o a.zip -d x s/f; echo $?; done; unzip -ll a.zip | head -3; ls
