# tar of GNU tar 1.34: members handed to commands.
#### members for a command
exec 2>&1; mkdir -p s/d; printf 'abc\n' > s/f; printf 'x' > s/d/g; ln -s f s/l; touch -d @1000000000.5 s/f s/d/g; chmod 640 s/f; chmod 4755 s/d/g; tar cf x.tar --owner=o:5 --group=g:6 s/f s/d s/l; tar xvf x.tar --strip-components=1 --to-command='env | grep "^TAR_[^ACV]" | sort; cat; echo'; tar xf x.tar --to-command='cat > out.$TAR_SIZE' --transform='s/f$/F/'; head out.*; tar xf x.tar -O --to-command=false s/f; tar xf x.tar --to-command='echo "$TAR_REALNAME $TAR_FILENAME"' --transform='s/f$/F/' s/f; tar tf x.tar --to-command=false; for f in gnu posix ustar v7; do tar cf y.tar --owner=o:5 --group=g:6 --format=$f s/f; tar xf y.tar --to-command='echo $TAR_FORMAT $TAR_MTIME $TAR_UNAME'; done; tar cf x.tar --to-command=false s/f; echo $?; rm *.tar
#### commands that fail
exec 2>&1; echo a > f; tar cf x.tar f; tar xf x.tar --to-command='exit 3' 2>&1 | sed 's/ [0-9]*:/ N:/'; tar xf x.tar --to-command='exit 3' 2> /dev/null; echo $?; tar xf x.tar --ignore-command-error --to-command='exit 3'; echo $?; tar xf x.tar --ignore-command-error --no-ignore-command-error --to-command='exit 3' 2> /dev/null; echo $?; rm x.tar
#### what is so anyway
exec 2>&1; mkdir s; echo a > s/f; for o in -n --seek --no-seek --force-local --check-device --no-check-device; do tar cf x.tar $o s; tar tf x.tar $o; rm -rf out; mkdir out; tar xf x.tar $o -C out; ls out/s; done; for o in --delay-directory-restore --no-delay-directory-restore; do rm -rf out; mkdir out; tar xf x.tar $o -C out; ls out/s; done; rm x.tar
#### numbers of blocks while an archive is made
exec 2>&1; mkdir -p s/d; echo 1 > s/f; echo 2 > s/d/g; ln s/f s/h; touch -d 2024-01-01 s/f s/d/g s/d s; tar cRvf a.tar --sort=name s; tar tRf a.tar; rm a.tar
#### dates as they were understood
exec 2>&1; mkdir -p s/d; echo 1 > s/f; echo 2 > s/d/g; ln s/f s/h; touch -d 2024-01-01 s/f s/d/g s/d s; for d in @1000 2023-01-01 '2023-01-01 00:00:00' '2023-01-01 00:00:00Z' '2023-01-01 01:02:03.5'; do tar cvf a.tar --sort=name --mtime="$d" s/f; tar tvf a.tar -N "$d" | sed 's/ [^ ]*$//' | wc -l; done; tar xvf a.tar --newer-mtime=2024-06-01; rm a.tar
#### names of folders are changed without a slash
exec 2>&1; mkdir -p s/d; echo 1 > s/f; echo 2 > s/d/g; ln s/f s/h; touch -d 2024-01-01 s/f s/d/g s/d s; for t in 's,s/,t/,' 's/./X/2' 's,$,Z,' 's,^s$,q,' 's,d,.,'; do tar cf a.tar --sort=name --transform="$t" s; tar tf a.tar; tar cvf a.tar --sort=name --show-transformed --transform="$t" s; done; rm a.tar
#### links that are missing
exec 2>&1; mkdir -p s/d; echo 1 > s/f; echo 2 > s/d/g; ln s/f s/h; touch -d 2024-01-01 s/f s/d/g s/d s; for w in s/f 's/f s/h' s s/d; do tar clf a.tar $w; echo $?; tar cf a.tar --sort=name --check-links $w; tar clf a.tar --hard-dereference $w; done; rm a.tar
#### folders whose names are too long
exec 2>&1; L=$(printf 'x%.0s' $(seq 120)); mkdir -p s/$L; echo 1 > s/$L/f; echo 2 > s/f; for f in v7 ustar; do tar cf a.tar --sort=name --format=$f s; echo $?; tar tf a.tar; done; rm a.tar
#### attributes of folders that are there
exec 2>&1; mkdir -p s/d; echo 1 > s/f; echo 2 > s/d/g; ln s/f s/h; touch -d 2024-01-01 s/f s/d/g s/d s; chmod 700 s/d; tar cf a.tar --sort=name s; for o in --no-overwrite-dir --overwrite-dir '' -k --skip-old-files --keep-newer-files --overwrite; do mkdir -p s/d s/d; rm -f s/d/g; chmod 751 s/d; touch -d 2022-01-01 s/d s; tar xf a.tar $o; stat -c '%n %a' s s/d; stat -c %y s/d | sed 's/202[67].*/now/'; done; rm a.tar
#### what is older is passed over
exec 2>&1; mkdir -p s/d; echo 1 > s/f; echo 2 > s/d/g; ln s/f s/h; touch -d 2024-01-01 s/f s/d/g s/d s; touch -d 2020-01-01 s/d/g; tar cf a.tar --sort=name s; rm -rf s; tar xvf a.tar -N 2023-01-01; tar tf a.tar -N '2023-01-01 00:00:00'; tar df a.tar --newer-mtime=2023-01-01; tar tf a.tar --newer-mtime=2025-01-01; tar tf a.tar -N 2023-01-01 s/d/g; echo $?; rm a.tar
#### updates where a folder is there in part
exec 2>&1; mkdir -p s/d; echo 1 > s/f; echo 2 > s/d/g; ln s/f s/h; touch -d 2024-01-01 s/f s/d/g s/d s; tar cf a.tar --sort=name s/f; tar rf a.tar s/d; touch s/f; tar uvf a.tar s | sort; tar tf a.tar | sort; tar uvf a.tar s; touch s/d/g; tar uvf a.tar s/d s/f; rm a.tar
#### compressed archives that are cut off
exec 2>&1; seq 3000 > f; touch -d 2024-01-01 f; tar cf a.tar --sort=name --owner=o --group=g f; gzip -k a.tar; for n in 2000 60 5; do head -c $n a.tar.gz > b.tar.gz; for o in tf tvf xf df tzf; do tar $o b.tar.gz | tail -1; echo ${PIPESTATUS[0]}; done; done; rm *.tar*
