#### install: install
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install 2>&1; echo "rc $?"

#### install: install a
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install a 2>&1; echo "rc $?"

#### install: install a x; stat -c %a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install a x; stat -c %a x 2>&1; echo "rc $?"

#### install: install -m 644 a y; stat -c %a y
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -m 644 a y; stat -c %a y 2>&1; echo "rc $?"

#### install: install -m u=rw,go=r a z; stat -c %a z
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -m u=rw,go=r a z; stat -c %a z 2>&1; echo "rc $?"

#### install: install -m +x a z; stat -c %a z
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -m +x a z; stat -c %a z 2>&1; echo "rc $?"

#### install: install --mode=600 a z; stat -c %a z
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install --mode=600 a z; stat -c %a z 2>&1; echo "rc $?"

#### install: install a b d; stat -c '%a %n' d/*
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install a b d; stat -c '%a %n' d/* 2>&1; echo "rc $?"

#### install: install -v a d; install -v a d
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -v a d; install -v a d 2>&1; echo "rc $?"

#### install: install -D a p/q/r; cat p/q/r; stat -c %a p p/q
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -D a p/q/r; cat p/q/r; stat -c %a p p/q 2>&1; echo "rc $?"

#### install: install -Dv a p2/q/r
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -Dv a p2/q/r 2>&1; echo "rc $?"

#### install: install -d e/f g; stat -c %a e e/f g
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -d e/f g; stat -c %a e e/f g 2>&1; echo "rc $?"

#### install: install -dv h/i h/j
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -dv h/i h/j 2>&1; echo "rc $?"

#### install: install -dm 700 k/l; stat -c %a k k/l
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -dm 700 k/l; stat -c %a k k/l 2>&1; echo "rc $?"

#### install: install --directory -v q1/q2/
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install --directory -v q1/q2/ 2>&1; echo "rc $?"

#### install: install -t d a b; ls d
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -t d a b; ls d 2>&1; echo "rc $?"

#### install: install -t nope a
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -t nope a 2>&1; echo "rc $?"

#### install: install -D -t n1/n2 a b; ls n1/n2
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -D -t n1/n2 a b; ls n1/n2 2>&1; echo "rc $?"

#### install: install -Dvt n3/n4 a b
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -Dvt n3/n4 a b 2>&1; echo "rc $?"

#### install: install -T a d
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -T a d 2>&1; echo "rc $?"

#### install: install nope x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install nope x 2>&1; echo "rc $?"

#### install: install a b nodir
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install a b nodir 2>&1; echo "rc $?"

#### install: install a nodir/x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install a nodir/x 2>&1; echo "rc $?"

#### install: echo o > x; install -b a x; cat x x~
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
echo o > x; install -b a x; cat x x~ 2>&1; echo "rc $?"

#### install: echo o > x; install -S .bak a x; cat x.bak
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
echo o > x; install -S .bak a x; cat x.bak 2>&1; echo "rc $?"

#### install: echo o > x; install --suffix .b a x; cat x.b
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
echo o > x; install --suffix .b a x; cat x.b 2>&1; echo "rc $?"

#### install: echo o > x; install --backup=numbered a x; ls
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
echo o > x; install --backup=numbered a x; ls 2>&1; echo "rc $?"

#### install: echo o > x; install --backup=foo a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
echo o > x; install --backup=foo a x 2>&1; echo "rc $?"

#### install: install a x; install -C a x; install -Cv a x; install -C b x; cat x; install --compare -v b x; chmod 600 x; install -Cv b x; stat -c %a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install a x; install -C a x; install -Cv a x; install -C b x; cat x; install --compare -v b x; chmod 600 x; install -Cv b x; stat -c %a x 2>&1; echo "rc $?"

#### install: touch -d 2020-01-02 a; install -p a ts; stat -c %y ts; install --preserve-timestamps a ts2; stat -c %Y ts2
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
touch -d 2020-01-02 a; install -p a ts; stat -c %y ts; install --preserve-timestamps a ts2; stat -c %Y ts2 2>&1; echo "rc $?"

#### install: install -s --strip-program=nosuch a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -s --strip-program=nosuch a x 2>&1; echo "rc $?"

#### install: install -s --strip-program=true a x; cat x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -s --strip-program=true a x; cat x 2>&1; echo "rc $?"

#### install: install --strip --strip-program=cat a x; cat x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install --strip --strip-program=cat a x; cat x 2>&1; echo "rc $?"

#### install: install -s --strip-program=false a x; ls
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -s --strip-program=false a x; ls 2>&1; echo "rc $?"

#### install: install -sd a
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -sd a 2>&1; echo "rc $?"

#### install: install -o nosuch a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -o nosuch a x 2>&1; echo "rc $?"

#### install: install -g nosuch a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -g nosuch a x 2>&1; echo "rc $?"

#### install: install --owner nosuch a x; install --group nosuch a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install --owner nosuch a x; install --group nosuch a x 2>&1; echo "rc $?"

#### install: install -o '' a x; install -g +x a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -o '' a x; install -g +x a x 2>&1; echo "rc $?"

#### install: install d x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install d x 2>&1; echo "rc $?"

#### install: install a a
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install a a 2>&1; echo "rc $?"

#### install: install -m 999 a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -m 999 a x 2>&1; echo "rc $?"

#### install: install -m '' a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -m '' a x 2>&1; echo "rc $?"

#### install: install -d
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -d 2>&1; echo "rc $?"

#### install: install -d a
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -d a 2>&1; echo "rc $?"

#### install: install -d a/x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -d a/x 2>&1; echo "rc $?"

#### install: install -t d
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -t d 2>&1; echo "rc $?"

#### install: install -d -t d e
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -d -t d e 2>&1; echo "rc $?"

#### install: install -T a b c
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -T a b c 2>&1; echo "rc $?"

#### install: install -t d -T a
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -t d -T a 2>&1; echo "rc $?"

#### install: install -D a b d; ls d
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -D a b d; ls d 2>&1; echo "rc $?"

#### install: install -c a cc; cat cc
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -c a cc; cat cc 2>&1; echo "rc $?"

#### install: install --strip-program=x a sp
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install --strip-program=x a sp 2>&1; echo "rc $?"

#### install: install -C -p a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -C -p a x 2>&1; echo "rc $?"

#### install: install -C -s a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -C -s a x 2>&1; echo "rc $?"

#### install: install -C -m 4755 a x; stat -c %a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -C -m 4755 a x; stat -c %a x 2>&1; echo "rc $?"

#### install: install l ll; stat -c %A ll; install l d; stat -c %F d/l
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install l ll; stat -c %A ll; install l d; stat -c %F d/l 2>&1; echo "rc $?"

#### install: ln -s y ly; install b ly; stat -c %F ly; cat ly
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
ln -s y ly; install b ly; stat -c %F ly; cat ly 2>&1; echo "rc $?"

#### install: install -v a b; cat b
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -v a b; cat b 2>&1; echo "rc $?"

#### install: install -v -b a b; cat b~
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -v -b a b; cat b~ 2>&1; echo "rc $?"

#### install: install --context=x a x; cat x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install --context=x a x; cat x 2>&1; echo "rc $?"

#### install: install -Z a x; cat x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -Z a x; cat x 2>&1; echo "rc $?"

#### install: install --preserve-context a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install --preserve-context a x 2>&1; echo "rc $?"

#### install: install -x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -x 2>&1; echo "rc $?"

#### install: install -vd e/f e/m/n/o; install -vd e/f
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -vd e/f e/m/n/o; install -vd e/f 2>&1; echo "rc $?"

#### install: install /dev/null nul; wc -c nul
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install /dev/null nul; wc -c nul 2>&1; echo "rc $?"

#### install: install - x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install - x 2>&1; echo "rc $?"

#### install: install a d/; ls d
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install a d/; ls d 2>&1; echo "rc $?"

#### install: install a nd/
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install a nd/ 2>&1; echo "rc $?"

#### install: install -d ''
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -d '' 2>&1; echo "rc $?"

#### install: install '' x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install '' x 2>&1; echo "rc $?"

#### install: install a ''
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install a '' 2>&1; echo "rc $?"

#### install: install -t a b
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -t a b 2>&1; echo "rc $?"

#### install: install -Dt a b
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -Dt a b 2>&1; echo "rc $?"

#### install: install -D a b/x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -D a b/x 2>&1; echo "rc $?"

#### install: install -Dm600 a q5/r; stat -c %a q5 q5/r
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -Dm600 a q5/r; stat -c %a q5 q5/r 2>&1; echo "rc $?"

#### install: install a b a d; ls d
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install a b a d; ls d 2>&1; echo "rc $?"

#### install: mkdir -m 700 e7; install -d e7; stat -c %a e7; install -d -m 711 e7 e7/f; stat -c %a e7 e7/f
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
mkdir -m 700 e7; install -d e7; stat -c %a e7; install -d -m 711 e7 e7/f; stat -c %a e7 e7/f 2>&1; echo "rc $?"

#### install: install -d e7/../e8; ls
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -d e7/../e8; ls 2>&1; echo "rc $?"

#### install: mkdir d2; install a b d2; install -v d2/a d2/b .
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
mkdir d2; install a b d2; install -v d2/a d2/b . 2>&1; echo "rc $?"

#### install: install -Dv a ./zz/a; install -Dv a zz/; install -Dv a nn/
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -Dv a ./zz/a; install -Dv a zz/; install -Dv a nn/ 2>&1; echo "rc $?"

#### install: install -t d -t d a
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -t d -t d a 2>&1; echo "rc $?"

#### install: install -m 755 a bin; ./bin 2>/dev/null; install -Dm755 a usr/local/bin/tool; ls -l usr/local/bin | cut -c1-10 | tail -1; install -Dm644 -t share a b; stat -c '%a %n' share/*
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -m 755 a bin; ./bin 2>/dev/null; install -Dm755 a usr/local/bin/tool; ls -l usr/local/bin | cut -c1-10 | tail -1; install -Dm644 -t share a b; stat -c '%a %n' share/* 2>&1; echo "rc $?"

#### install: install --target-directory=d a; install --no-target-directory a nt; install --verbose a vb
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install --target-directory=d a; install --no-target-directory a nt; install --verbose a vb 2>&1; echo "rc $?"

#### install: install -d x/y; install -m 2755 -d x; stat -c %a x; install -d x; stat -c %a x; install -d -m g-s x; stat -c %a x
umask 022; echo hi > a; echo b > b; mkdir d; ln -s a l
install -d x/y; install -m 2755 -d x; stat -c %a x; install -d x; stat -c %a x; install -d -m g-s x; stat -c %a x 2>&1; echo "rc $?"
