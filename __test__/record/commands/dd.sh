#### dd: dd if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=3 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=3 count=2 skip=1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=3 count=2 skip=1 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in of=o bs=5
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in of=o bs=5 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=nope
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=nope < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd of=/nodir/x
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd of=/nodir/x < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd foo
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd foo < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd foo=1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd foo=1 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd bs=x
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd bs=x < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd bs=0
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd bs=0 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd count=x if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd count=x if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv=foo
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv=foo < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd iflag=foo
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd iflag=foo < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd oflag=foo
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd oflag=foo < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd status=foo
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd status=foo < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv=lcase,ucase
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv=lcase,ucase < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv=block if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv=block if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv=excl,nocreat
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv=excl,nocreat < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv=ascii,ebcdic
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv=ascii,ebcdic < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd bs=1x2 if=in count=3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd bs=1x2 if=in count=3 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd bs=99999999999999999999
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd bs=99999999999999999999 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=d
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=d < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in skip=100
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in skip=100 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in status=none
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in status=none < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in status=noxfer
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in status=noxfer < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd iflag=directory if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd iflag=directory if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in seek=1 of=o
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in seek=1 of=o < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd -x
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd -x < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd --foo
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd --foo < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=-1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=-1 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd bs=9999999P if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd bs=9999999P if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in count=1 bs=2B
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in count=1 bs=2B < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=1kk
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=1kk < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=1xk
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=1xk < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv=block,unblock cbs=3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv=block,unblock cbs=3 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd iflag=append if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd iflag=append if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd oflag=fullblock if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd oflag=fullblock if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd oflag=count_bytes if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd oflag=count_bytes if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd iflag=direct,nocache if=in count=1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd iflag=direct,nocache if=in count=1 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=1k cbs=0
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=1k cbs=0 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd skip=-1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd skip=-1 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=2 skip=3B
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=2 skip=3B < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=4 count=6B
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=4 count=6B < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd iflag=seek_bytes if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd iflag=seek_bytes if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd iflag=binary if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd iflag=binary if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd oflag=skip_bytes if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd oflag=skip_bytes if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=2 count=2Bx3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=2 count=2Bx3 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=0x4
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=0x4 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=00x4
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=00x4 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in count=0x1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in count=0x1 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in count=1kB bs=4
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in count=1kB bs=4 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in ibs=3 obs=4 conv=sync
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in ibs=3 obs=4 conv=sync < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in conv=block cbs=4
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in conv=block cbs=4 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in conv=unblock cbs=4
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in conv=unblock cbs=4 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in conv=swab
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in conv=swab < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in conv=swab bs=3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in conv=swab bs=3 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in cbs=1 conv=block
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in cbs=1 conv=block < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in skip=20B
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in skip=20B < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in skip=21B
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in skip=21B < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: a pipe cannot be sought in
printf abc > in; { dd seek=1 if=in; echo $? >&2; } 2>&1 > /dev/null | sed 's/copied, .*/copied/'; { dd seek=1 if=in | cat; } 2>&1 | sed 's/copied, .*/copied/'

#### dd: dd if=in iflag=append,fullblock,nonblock,noctty,nofollow,noatime,dsync,sync
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in iflag=append,fullblock,nonblock,noctty,nofollow,noatime,dsync,sync < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv=,lcase if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv=,lcase if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv= if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv= if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv=lcase, if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv=lcase, if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if= < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd bs=5 bs=4 if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd bs=5 bs=4 if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in if=nope
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in if=nope < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in ibs=3 bs=7
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in ibs=3 bs=7 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd of=o conv=nocreat if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd of=o conv=nocreat if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd of=n conv=nocreat if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd of=n conv=nocreat if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd of=o conv=excl if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd of=o conv=excl if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd of=n conv=excl if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd of=n conv=excl if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd of=o seek=3B bs=2 if=in count=1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd of=o seek=3B bs=2 if=in count=1 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd of=o seek=3 bs=2 if=in count=1 conv=notrunc
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd of=o seek=3 bs=2 if=in count=1 conv=notrunc < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd of=o oseek=1 bs=2 if=in iseek=2 count=1 conv=notrunc
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd of=o oseek=1 bs=2 if=in iseek=2 count=1 conv=notrunc < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd of=d if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd of=d if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in conv=fsync,fdatasync,notrunc,noerror of=o
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in conv=fsync,fdatasync,notrunc,noerror of=o < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in conv=fsync
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in conv=fsync < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=d conv=noerror,sync count=1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=d conv=noerror,sync count=1 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in count=99999999999999999999
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in count=99999999999999999999 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in seek=99999999999999999999 of=o
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in seek=99999999999999999999 of=o < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in seek=9223372036854775807 of=o
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in seek=9223372036854775807 of=o < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in skip=9223372036854775807
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in skip=9223372036854775807 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=9223372036854775807 count=0
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=9223372036854775807 count=0 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in bs=9223372036854775808
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in bs=9223372036854775808 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd --help=x
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd --help=x < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd status=progress if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd status=progress if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=/dev/zero bs=1M count=3 of=/dev/null
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=/dev/zero bs=1M count=3 of=/dev/null < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=/dev/zero bs=1000 count=1 of=/dev/null
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=/dev/zero bs=1000 count=1 of=/dev/null < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=/dev/zero bs=1024 count=1 of=/dev/null
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=/dev/zero bs=1024 count=1 of=/dev/null < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=/dev/zero bs=1 count=1 of=/dev/null
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=/dev/zero bs=1 count=1 of=/dev/null < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=/dev/zero of=n bs=1K count=5
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=/dev/zero of=n bs=1K count=5 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=/dev/null of=n bs=1k seek=3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=/dev/null of=n bs=1k seek=3 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in conv=sparse of=o
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in conv=sparse of=o < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd iflag=directory if=d
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd iflag=directory if=d < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd oflag=directory of=d
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd oflag=directory of=d < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd oflag=nofollow of=o if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd oflag=nofollow of=o if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd iflag=, if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd iflag=, if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd bs=7E if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd bs=7E if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd status=none status=noxfer if=in
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd status=none status=noxfer if=in < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv=ascii,block cbs=3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv=ascii,block cbs=3 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv=ibm,ebcdic
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv=ibm,ebcdic < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd conv=ascii,lcase,ebcdic
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd conv=ascii,lcase,ebcdic < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u cbs=4 conv=block
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u cbs=4 conv=block < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u cbs=3 conv=unblock
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u cbs=3 conv=unblock < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u conv=ucase
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u conv=ucase < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u conv=lcase,swab
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u conv=lcase,swab < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u conv=ebcdic
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u conv=ebcdic < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u conv=ibm,ucase
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u conv=ibm,ucase < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u conv=ascii
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u conv=ascii < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u conv=ebcdic cbs=6
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u conv=ebcdic cbs=6 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u conv=sync ibs=6
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u conv=sync ibs=6 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u conv=sync,block cbs=3 ibs=6
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u conv=sync,block cbs=3 ibs=6 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u obs=4
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u obs=4 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=u ibs=2 obs=5
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=u ibs=2 obs=5 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in of=o conv=notrunc oflag=append
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in of=o conv=notrunc oflag=append < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in of=o oflag=append
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in of=o oflag=append < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in iflag=count_bytes count=7
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in iflag=count_bytes count=7 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in iflag=skip_bytes skip=7 bs=3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in iflag=skip_bytes skip=7 bs=3 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd of=o oflag=seek_bytes seek=7 if=u conv=notrunc
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd of=o oflag=seek_bytes seek=7 if=u conv=notrunc < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in iflag=fullblock bs=6 count=2
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in iflag=fullblock bs=6 count=2 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: dd if=in cbs=5
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in; mkdir d; printf 'abc\ndefgh\n\nx' > u; printf old12345678901234567890 > o
dd if=in cbs=5 < /dev/null 2> err; echo "rc $?"; sed 's/copied, .*/copied/' err; rm err; cat o; [ -e n ] && od -c n

#### dd: pipes
printf 'abcdefgh' | dd bs=3 2>/dev/null; echo; printf abcdefgh | dd bs=3 count=1 2>/dev/null; printf abcdefgh | dd bs=2 skip=1 count=2 status=none; echo; printf 'abcdefgh' | dd skip=100 2>&1 | sed 's/copied.*//'; printf abc | dd skip=3B status=none bs=1; head -c 100000 /dev/zero | dd bs=7 iflag=fullblock status=none | wc -c; head -c 100000 /dev/zero | dd status=none | wc -c; head -c 5000 /dev/zero | dd ibs=7 obs=100 of=o 2>&1 | tail -2 | head -1; seq 1 100000 | dd bs=1k count=2 iflag=fullblock status=none | tail -1; yes | dd bs=4 count=3 iflag=fullblock 2>/dev/null

#### dd: files
dd if=/dev/zero of=z bs=1k count=3 status=none; wc -c z; dd if=/dev/zero of=z bs=1 count=0 seek=10 status=none; wc -c z; dd of=z conv=notrunc bs=1 seek=2 status=none <<< XY; od -c z; dd if=z bs=1 skip=2 count=2 status=none; echo; echo data | dd of=z status=none; cat z; dd < z > y status=none; cat y; echo more | dd of=z oflag=append conv=notrunc status=none; cat z; { read -r line; dd bs=1 count=2 status=none; } < z; echo; printf 'hello world' > h; dd if=h of=h bs=1 count=5 seek=6 conv=notrunc status=none; cat h; echo; printf 'a\0\0\0b\0\0\0\0\0' | dd of=sp bs=2 conv=sparse iflag=fullblock status=none; od -c sp; printf 12345678901234567890 > ov; dd if=/dev/zero of=ov bs=4 count=2 seek=1 conv=sparse,notrunc status=none; cat ov; echo; ln -s h hl; dd if=hl iflag=nofollow 2>&1 | head -1; dd if=h of=hl oflag=nofollow 2>&1 | head -1; dd if=h count=0 of=empty status=none; wc -c empty; tr a-z A-Z < h | dd conv=lcase status=none; echo; dd if=/dev/zero bs=100 count=2 status=none | tr '\0' x | wc -c; dd if=/dev/urandom bs=16 count=1 status=none | wc -c; dd if=h bs=4k | wc -c; dd if=h of=c.bin bs=1M 2>/dev/null && cmp h c.bin && echo same

#### dd: EBCDIC and back
printf 'Hello, World!\n' | dd conv=ebcdic status=none | od -An -tx1; printf 'Hello, World!\n' | dd conv=ebcdic status=none | dd conv=ascii status=none; printf 'one\ntwo three\n' | dd conv=ebcdic cbs=8 status=none | od -An -tx1; printf 'one\ntwo\n' | dd conv=ebcdic cbs=8 status=none | dd conv=ascii cbs=8 status=none; printf 'a[]|~^' | dd conv=ibm status=none | od -An -tx1; awk 'BEGIN { for (i = 1; i < 256; i++) printf "%c", i }' < /dev/null | wc -c; printf 'abc' | dd conv=ucase,ebcdic status=none | od -An -tx1
