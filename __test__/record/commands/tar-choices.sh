#### tags of caches
mkdir -p a/c/sub a/d; printf 'Signature: 8a477f597d28d172789f06886806bc55\n# x\n' > a/c/CACHEDIR.TAG; echo 1 > a/c/f; echo 2 > a/c/sub/g; echo 3 > a/d/h; echo 4 > a/z; echo x > a/d/CACHEDIR.TAG; touch a/d/TAG
for o in --exclude-caches --exclude-caches-under --exclude-caches-all --exclude-tag=TAG --exclude-tag-under=TAG --exclude-tag-all=TAG; do echo "== $o"; tar -cf x.tar $o a; echo "rc $?"; tar tf x.tar | sort; tar -cvf x.tar $o a 2>&1 >/dev/null; done
tar -cvf x.tar --exclude-caches-all a/c; tar -rvf x.tar --exclude-tag=TAG a/d; tar xf x.tar --exclude-tag=TAG; tar --exclude-tag=nope -cf x.tar a; tar --exclude-tag=TAG -tf x.tar | wc -l; tar -cvf x.tar --exclude-tag=d/TAG a
rm -rf *.tar*
#### tags that are none
mkdir b;  printf 'Signature: 8a477f597d28d172789f06886806bc5' > b/CACHEDIR.TAG;  tar -cvf x.tar --exclude-caches b; rm b/CACHEDIR.TAG; mkdir b/CACHEDIR.TAG; tar -cvf x.tar --exclude-tag=CACHEDIR.TAG b; tar -cvf x.tar --exclude-caches b;  tar -cvf x.tar --exclude-tag=CACHEDIR.TAG --exclude='*.TAG' b
rm -rf *.tar*
#### tags behind the names
mkdir -p a/d; touch a/d/TAG a/d/h; tar cvf x.tar a/d --exclude-tag=TAG; tar cf x.tar a/d --exclude-tag=TAG --exclude-caches --exclude-ignore=IG --exclude-vcs-ignores --exclude='x'; tar tf x.tar
rm -rf *.tar*
#### lists of what to ignore
mk() { rm -rf a; mkdir -p a/d/e; touch a/1.o a/1.c a/d/1.o a/d/1.c a/d/e/1.o a/d/e/1.c; }
for o in --exclude-ignore=IG --exclude-ignore-recursive=IG; do for c in '*.o' '1.o' '/1.o' '!*.o' '#*.o' 'd/1.o' 'd' 'd/' 'a/d/1.o' '*.o *.c' '' '[1].o' 'd/*.o' ' *.o' '*.o '; do mk; printf '%s\n' "$c" > a/IG; tar cf x.tar $o a; tar tf x.tar | sort | tr '\n' ' '; echo; done; done
mk; printf '*.o\n' > a/d/IG; tar cf x.tar --exclude-ignore=IG a; tar tf x.tar | sort; cd a; printf '1.c\n' > IG; tar cf ../x.tar --exclude-ignore=IG .; tar tf ../x.tar | sort; cd ..
rm -rf *.tar*
#### lists of version control
mk() { rm -rf a; mkdir -p a/d/e; touch a/1.o a/1.c a/d/1.o a/d/1.c a/d/e/1.o a/d/e/1.c; }
for c in '*.o' '1.o' '/1.o' '!*.o' '#*.o' 'd/1.o' 'd' 'd/' 'a/d/1.o' '*.o *.c' '.*o' '' '[1].o' '?.o' ' *.o' '*.o '; do mk; printf '%s\n' "$c" > a/.gitignore; tar cf x.tar --exclude-vcs-ignores a; tar tf x.tar | sort | tr '\n' ' '; echo; done
for c in '*.o' '1.o' '#*.o' 'd' 'a/d/1.o' 'RE:1.o' '?.o'; do mk; printf '%s\n' "$c" > a/.bzrignore; tar cf x.tar --exclude-vcs-ignores a; tar tf x.tar | sort | tr '\n' ' '; echo; done
for c in '*.o' '1.o' '/1.o' '#*.o' 'd/1.o' 'd' 'a/d/1.o' '[1].o' 'syntax: glob
*.o' 'syntax: glob
1.c
syntax: regexp
^d/.*c$
d/e/1.o'; do mk; printf '%s\n' "$c" > a/.hgignore; tar cf x.tar --exclude-vcs-ignores a; tar tf x.tar | sort | tr '\n' ' '; echo; done
for c in '1.o' 'd' 'a/d/1.o' 'x 1.c'; do mk; printf '%s\n' "$c" > a/.cvsignore; tar cf x.tar --exclude-vcs-ignores a; tar tf x.tar | sort | tr '\n' ' '; echo; done
rm -rf *.tar*
#### backups
echo 1 > f; tar cf f.tar f; echo 2 > f; tar xf f.tar --backup; ls; cat f f~; tar xvf f.tar --backup=numbered; ls; tar xvf f.tar --backup=simple --suffix=.bak; ls; tar xf f.tar --suffix=.suf; ls; tar xf f.tar --backup=foo; echo $?; tar xf f.tar --backup=n; echo $?; VERSION_CONTROL=bad tar xf f.tar --backup; echo $?; VERSION_CONTROL=t tar xvf f.tar --backup; tar xvf f.tar --backup=none; SIMPLE_BACKUP_SUFFIX=.sim tar xvf f.tar --backup=never; ls
rm -rf *.tar*
#### backups of links and folders
echo 1 > f; tar cf f.tar f; ln -s f ln; tar cf l.tar ln f; tar xvf l.tar --backup=t; ls -F; tar xvf f.tar --backup -k; tar xvf f.tar --backup --overwrite; tar xvf f.tar --backup -U;  tar xvf f.tar --backup --keep-newer-files; ls -F; mkdir d; tar cf d.tar d; tar xvf d.tar --backup; ls -F; rm -rf f*; tar xvf l.tar --backup; mkdir g; tar cf z.tar --backup ln; tar cvf z.tar --backup=t ln; ls; tar tf z.tar --backup; tar rvf z.tar --backup ln; ls; tar cf - --backup ln | wc -c
rm -rf *.tar*
#### pax options
rm -f x.tar; mkdir a; echo hello > a/f; touch -d @7 a/f; hx() { tar --mtime=@1000000000.25 --owner=0 --group=0 --format=posix --pax-option="$1,delete=atime,delete=ctime" -cf x.tar a/f; head -c 3072 x.tar | tr '\0' '\n' | grep -a '[^0]' | grep -av '^0[01]'; }
hx delete=mtime; hx 'delete=m*'; hx exthdr.name=%d/PaxHeaders/%f; hx 'foo:=bar'; hx 'mtime:=5.5'; hx 'uname:=zz'; hx 'exthdr.mtime=3'; hx 'exthdr.name=%d-X-%f-%n%%'; hx 'foo:={2000-01-01}'; hx '' ; hx 'globexthdr.name=gg,globexthdr.mtime=8,comment=hi,other=there'; hx 'path:=qq'
rm -rf *.tar*
#### pax options that are none
mkdir a; echo hello > a/f; for o in foo =x delete=* exthdr.mtime=x; do tar --pax-option=$o -cf x.tar a/f; echo $?; done; tar --format=gnu --pax-option=delete=mtime -cf x.tar a/f; echo $?; tar --pax-option=delete=mtime -cf x.tar a; tar tf x.tar
rm -rf *.tar*
#### pax options of folders
mkdir -p e/f a; touch a/f;  tar --mtime=@1.5 --pax-option='exthdr.name=%d/X/%f,delete=?time,y:=z' -cf x.tar e/f/; tr '\0' '\n' < x.tar | grep -a X; tar --mtime=@1.5 --pax-option='exthdr.name=%d-X-%f-%n' -cf x.tar a/f e; tr '\0' '\n' < x.tar | grep -a X
rm -rf *.tar*
