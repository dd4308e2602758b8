# date and seq of GNU coreutils 9.1: what random calls found.
#### widths of whole dates
date -u -d 0001-01-05 '+[%F][%_F][%-F][%0F][%_10F][%010F][%+F][%^F][%_4F][%15F][%_7F]'
#### modifiers of nanoseconds
date -u -d @0 '+[%ON][%01ON][%_01ON][%3ON][%EN]'
#### years before the year 0
for d in '0005-01-01 -6 years' '0005-01-01 -105 years' '0005-01-01 -5 years' '0005-01-01 -1205 years' 0005-01-01; do date -u -d "$d" '+[%C][%y][%_C][%-C][%_y][%5C][%5y][%+C][%+4C][%g][%G]'; done
#### signs without a number
for d in @0- '@0 -' '@0 + (x)' '@1- ' '@1 -2' '@-1 +'; do date -u -d "$d" +%s 2>&1; done
#### hexadecimal numbers of seq
seq -f%A 3 inf 100; seq -f%a 1 2 7; seq -f%.2a 0.1 1 2
