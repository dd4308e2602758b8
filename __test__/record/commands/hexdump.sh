#### hexdump: hexdump h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -b h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -b h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -c h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -c h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -C h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -C h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -d h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -d h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -o h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -o h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -x h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -x h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n 20 -s 3 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n 20 -s 3 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '8/1 "%02x "' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '8/1 "%02x "' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -v h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -v h 2> err; echo "~$?"; cat err

#### hexdump: hd h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hd h 2> err; echo "~$?"; cat err

#### hexdump: hd -n 3 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hd -n 3 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -bc -n 16 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -bc -n 16 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -C -x -n 20 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -C -x -n 20 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e 'x' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e 'x' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '1/3 "%d"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '1/3 "%d"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%s"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%s"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%_z"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%_z"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%k"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%k"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%_ad " 1/4 "%d %d"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%_ad " 1/4 "%d %d"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '3 "%x"' -n 12 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '3 "%x"' -n 12 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '4/1 "%c" "\n"' -n 8 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '4/1 "%c" "\n"' -n 8 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n x h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n x h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -s x h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -s x h 2> err; echo "~$?"; cat err

#### hexdump: hexdump nope h -n 2
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump nope h -n 2 2> err; echo "~$?"; cat err

#### hexdump: hexdump d
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump d 2> err; echo "~$?"; cat err

#### hexdump: hexdump -z h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -z h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n 1K h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n 1K h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -s 50 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -s 50 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -s 70 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -s 70 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -s 58 h a
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -s 58 h a 2> err; echo "~$?"; cat err

#### hexdump: cat h | hexdump -s 50
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
cat h | hexdump -s 50 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n 0 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n 0 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"abc"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"abc"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '1/8 "%d"' -n 8 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '1/8 "%d"' -n 8 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '1/4 "%f " 1/8 "%g"' -n 24 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '1/4 "%f " 1/8 "%g"' -n 24 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%.3s|"' -n 9 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%.3s|"' -n 9 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -L h -n 3
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -L h -n 3 2> err; echo "~$?"; cat err

#### hexdump: hexdump -L=always -n 3 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -L=always -n 3 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump --color=x h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump --color=x h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -Lnever -n 3 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -Lnever -n 3 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump --color=always -e '/1 "%_L[red:65,green@2]%02x "' -n 9 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump --color=always -e '/1 "%_L[red:65,green@2]%02x "' -n 9 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '/1 "%02x_L[red:0x45] "' -n 9 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '/1 "%02x_L[red:0x45] "' -n 9 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -Lalways -e '/1 "%02x_L[red:0x45,!green:0x00@5-7] "' -n 9 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -Lalways -e '/1 "%02x_L[red:0x45,!green:0x00@5-7] "' -n 9 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -Lalways -e '/1 "%_p_L[red:E,blue@2-3,cyan]"' -n 9 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -Lalways -e '/1 "%_p_L[red:E,blue@2-3,cyan]"' -n 9 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -f nope h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -f nope h 2> err; echo "~$?"; cat err

#### hexdump: hexdump < e
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump < e 2> err; echo "~$?"; cat err

#### hexdump: hexdump -C e
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -C e 2> err; echo "~$?"; cat err

#### hexdump: hexdump e h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump e h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '4/4 "%x" "\n"' -n 10 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '4/4 "%x" "\n"' -n 10 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '16/1 "%02x " "\n"' -n 20 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '16/1 "%02x " "\n"' -n 20 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -ve '1/1 "%.2x"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -ve '1/1 "%.2x"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%d"' -n 3 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%d"' -n 3 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '0 "%x"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '0 "%x"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '1/0 "%x"' -n 4 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '1/0 "%x"' -n 4 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n -1 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n -1 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -s -1 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -s -1 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '/2 "%_c"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '/2 "%_c"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%hd"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%hd"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '2/2 "%5.3d|%x"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '2/2 "%5.3d|%x"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%_ax:%_ad:%_ao %x\n"' -n 8 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%_ax:%_ad:%_ao %x\n"' -n 8 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -v -e '/1 "%_u,"' all
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -v -e '/1 "%_u,"' all 2> err; echo "~$?"; cat err

#### hexdump: hexdump -v -e '/1 "%_c,"' all
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -v -e '/1 "%_c,"' all 2> err; echo "~$?"; cat err

#### hexdump: hexdump -v -e '/1 "%3_p,"' -n 5 all
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -v -e '/1 "%3_p,"' -n 5 all 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%x" "%x" "\n"' -n 6 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%x" "%x" "\n"' -n 6 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '4/1 "%2x" "\n"' -n 6 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '4/1 "%2x" "\n"' -n 6 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '4/1 "%x," "\n"' -n 6 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '4/1 "%x," "\n"' -n 6 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"100%% %x"' -n 4 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"100%% %x"' -n 4 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%_Ax,%x"' -n 8 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%_Ax,%x"' -n 8 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%_ax %_Ax"' -n 8 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%_ax %_Ax"' -n 8 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"x%_Ad\n"' -e '"%x,"' -n 8 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"x%_Ad\n"' -e '"%x,"' -n 8 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%5c|%-5c|"' -n 4 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%5c|%-5c|"' -n 4 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%+d|% d|%#x|%#o|%05d|%-8d|%8.3d|"' -n 28 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%+d|% d|%#x|%#o|%05d|%-8d|%8.3d|"' -n 28 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '1/1 "%d,"' all
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '1/1 "%d,"' all 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '1/2 "%d,"' all
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '1/2 "%d,"' all 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '1/1 "%i:%_p"' all
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '1/1 "%i:%_p"' all 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '/1 "%_p" /1 "%x"' -n 4 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '/1 "%_p" /1 "%x"' -n 4 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '/1 "%X" ' -e '/1 "%_c"' -n 4 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '/1 "%X" ' -e '/1 "%_c"' -n 4 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '8/1 "%02x " "\n"' -e '4/1 "%c"' -n 8 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '8/1 "%02x " "\n"' -e '4/1 "%c"' -n 8 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -f ff -n 8 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -f ff -n 8 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '/4 "%08x\n"' -s 1 -n 9 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '/4 "%08x\n"' -s 1 -n 9 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '1 "%x"' -e '"%_d"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '1 "%x"' -e '"%_d"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '2/' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '2/' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%x' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%x' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '2 4 "%x"' -n 8 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '2 4 "%x"' -n 8 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '2x "%x"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '2x "%x"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '2/4"%x"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '2/4"%x"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '/4 /2 "%x"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '/4 /2 "%x"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n 3 -x -e '"%_ax\n"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n 3 -x -e '"%_ax\n"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -s 0x10 -n 0x10 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -s 0x10 -n 0x10 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -s 010 -n 1 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -s 010 -n 1 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n 1KB h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n 1KB h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n 1q h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n 1q h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n '' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n '' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n 99999999999999999999 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n 99999999999999999999 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n 1KiB h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n 1KiB h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n 1kb h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n 1kb h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -C dup
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -C dup 2> err; echo "~$?"; cat err

#### hexdump: hexdump -v -C dup
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -v -C dup 2> err; echo "~$?"; cat err

#### hexdump: hexdump -C -n 40 dup
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -C -n 40 dup 2> err; echo "~$?"; cat err

#### hexdump: hexdump -n 48 dup
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -n 48 dup 2> err; echo "~$?"; cat err

#### hexdump: hexdump -C dup h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -C dup h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -vC dup
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -vC dup 2> err; echo "~$?"; cat err

#### hexdump: hexdump --canonical --length 16 --skip 2 dup
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump --canonical --length 16 --skip 2 dup 2> err; echo "~$?"; cat err

#### hexdump: hexdump --one-byte-octal --no-squeezing dup
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump --one-byte-octal --no-squeezing dup 2> err; echo "~$?"; cat err

#### hexdump: hexdump --one-byte-char dup
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump --one-byte-char dup 2> err; echo "~$?"; cat err

#### hexdump: hexdump --two-bytes-decimal dup
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump --two-bytes-decimal dup 2> err; echo "~$?"; cat err

#### hexdump: hexdump --two-bytes-octal dup
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump --two-bytes-octal dup 2> err; echo "~$?"; cat err

#### hexdump: hexdump --two-bytes-hex dup
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump --two-bytes-hex dup 2> err; echo "~$?"; cat err

#### hexdump: hexdump --format '"%08_ax|" 16/1 "%_p" "|\n"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump --format '"%08_ax|" 16/1 "%_p" "|\n"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump --format-file ff -n 4 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump --format-file ff -n 4 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '"%07.7_Ax\n"' -e '"%07.7_ax " 8/2 "%04x " "\n"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '"%07.7_Ax\n"' -e '"%07.7_ax " 8/2 "%04x " "\n"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '1/1 "%02X" " "' -n 4 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '1/1 "%02X" " "' -n 4 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '2/1 "%02x" " "' -n 5 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '2/1 "%02x" " "' -n 5 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '/1 "%u "' all
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '/1 "%u "' all 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '/2 "%u "' -n 6 all
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '/2 "%u "' -n 6 all 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '/4 "%e %E"' h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '/4 "%e %E"' h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '/4 "%.2f "' -n 8 h
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '/4 "%.2f "' -n 8 h 2> err; echo "~$?"; cat err

#### hexdump: hexdump -e '1/2 "%x" 1/1 " %c\n"' -n 6 a
printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\320a\0\0\0\0\0\0@\0\0\0\0\0\0\0pG\2\0\0\0\0\0\0\0\0\0@\08\0\r\0@\0' > h; printf 'hello\n' > a; : > e; mkdir d; for i in $(seq 0 31) 127 32 65 200; do printf "\\$(printf %o $i)"; done > all; yes a | head -c 41 > dup; printf '# c\n\n  "%%x\\n"\n' > ff
hexdump -e '1/2 "%x" 1/1 " %c\n"' -n 6 a 2> err; echo "~$?"; cat err

#### hexdump: what people write
echo 'Hello, World' > f; hexdump -C f; xxd f | head -1; hexdump -ve '1/1 "%02x"' f; echo; hexdump -v -e '/1 "%02X "' f; echo; echo -n abc | hexdump -C; printf '\x00\xff\x10' | hexdump -v -e '16/1 "%02x " "\n"'; head -c 20 /dev/zero | hd; hexdump -n 4 -e '1/4 "%u\n"' f; hexdump -e '"%08.8_ax  " 8/1 "%02x " "  " 8/1 "%02x "' -e '"  |" 16/1 "%_p" "|\n"' f; cat f | hexdump | head -1; seq 1 100000 | hexdump -C | head -2
