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
#### widths below the usual one, and a conversion that C does not have
date -u -d 2020-01-01 '+[%1d][%01d][%_1d][%-1d][%+1d][%1j][%02j][%1e][%01H][%01Y][%+1Y][%01q]'; date -u -d 2020-01-01 '+[%Oq][%_Oq][%-Oq][%^Oq][%#Oq][%_10Oq][%010Oq][%5Oq][%Eq]'; date -u -d 2020-01-01 '+[%#^Z][%#^OZ][%#^EZ][%#^Op][%^OP][%#Op][%-5P][%-^5P][%-5a][%-12T][%-12Oq]'; date -u -d '2020-01-01 0:0:0.01234' '+[%-3N][%-9N][%-12N][%--N][%-N][%%-N]'
#### the number behind a day and a month is the year, whatever follows
for d in '3 jan 10:00' '3 jan 10 am' '3 jan 10 days' 29feb4day '3 jan -10 days' '3 jan +10 days' '3 jan 2020 10:00' 'jan 3 +5' 'jan-3+5' 'jan-3-5' '3 jan +5'; do echo "$d: $(date -u -d "$d" '+%F %T' 2>&1)"; done
#### points in words, and hours behind a T
for d in '2020-01-01 10 a.m' '2020-01-01 10 a.m.' 2020-01-01T10 2020-01-01T10+02 2020-01-01T10:00 'tues.' '2020-01-01 E.S.T.' 'days.' 'jan. 3 2020' 'septem. 3 2020'; do echo "$d: $(date -u -d "$d" '+%F %T' 2>&1 | tail -1 | cut -c1-40)"; done 2>&1 | grep -v ':  *$'
#### days that clocks never show, and zones by their own names
export TZ=America/New_York; for d in '2020-03-08 02:30' '2020-03-08 03:30' '2020-03-07 02:30 1 day' '2020-06-01 EST' '2020-06-01 EDT' '2020-11-01 01:30' '2020-11-01 01:30 EST' '2020-11-01 01:30 EDT' '2020-06-01 10:00 EST dst' '2020-06-01 EST+1' '12345-01-02' '12345-07-02'; do echo "$d: $(date -d "$d" 2>&1)"; done; TZ=Asia/Shanghai date -d '2020-06-01 CST'; TZ=Asia/Kolkata date -d '2020-06-01 IST'
#### times beyond all calendars, and weeks beyond all numbers
exec 2>&1; date -u -d @99999999999999999; date -u -d @-99999999999999999; date -u -d @67768036191676799; date -u -d @67768036191676800; date -u -d '9999999999 mon'; date -u -d '2020-01-01 10:4294967296'; date -u -d '2020-01-01 0.9 sec 0.9 sec 0.9 sec'; date -u -d @-1.0000000001 +%s.%N; date -u -d '2147485547-12-31 1 day'; date -u -d '2020-01-01 2147483647 years'
#### --debug
export TZ=UTC; exec 2>&1; date --debug -d '2020-01-02 10:00 +0200'; date --debug -d '2020-01-31 10:00 EST 1 month 3 hours ago' -R; date --debug -d '@1.5' +%s; date --debug -d 'TZ="America/New_York" 2020-03-07 04:30 EST 1 day'; date --debug -d '13pm mon'; date --debug -d '10:00 11:00'; date --debug -u -d '12/25/98'; printf '%s\n' 2020-01-01 bad | date --debug -f - 2>&1 >/dev/null
#### --debug: what is wrong
export TZ=UTC; exec 2>&1; for d in bad 3rd '2020-02-30 EST' '2020-01-01 10:61' '10:00 mon foo' '3 days foo' '10:00 +25:00 x y' 99999999999999999999 '2020-01-01 now (x' 'jan 3, x' '2020-01-01 9223372036854775807 years' '2020-01-01 9223372036854775807 seconds' 'EST +1 day ago' '01-01-02 25:00' '@1 2' '1.5 days'; do date --debug -d "$d"; done; TZ=America/New_York date --debug -d '2020-03-08 02:30'
#### zones under O
for z in UTC EST5 IST-5:30; do for f in %Oz %5Oz %_9Oz %-9Oz %09Oz %-Oz %O:z %_O::z %^Oz %+9Oz; do TZ=$z date -d 2020-01-01 "+[$f]"; done; done; date -u -d '0005-01-01 -106 years' '+[%OC][%_OC][%OG][%8OG][%Oy][%Og]'; date --debug -u -d @0 '+%-N %%-N %%%-N' 2>&1 | tail -2
#### summer time in years that had none
for d in 'TZ="Europe/Paris" 1970-01-01 12:34 CEST' 'TZ="Europe/Paris" 1960-01-01 12:34 CEST' 'TZ="Europe/Paris" 1970-07-01 12:34 CET'; do date -u -d "$d" 2>&1; done
#### flags before a percent sign, and a modifier that a name of a day does not take
date -u -d @0 '+[%0_%][%-%][%+%][%#%][%^#%x][%5%][%#Oa][%#Ea][%^Ea][%_#5Oa][%#OA][%#Eb]'
#### the padding of a date is its year's too
for d in 2005-01-01 12345-01-02; do date -u -d $d '+[%-D][%_D][%0D][%+D][%_12D][%-12D][%-x][%-ED][%_OD]'; done
#### summer time long before there was any is an hour
export TZ=UTC; exec 2>&1; date --debug -d 'TZ="America/New_York" March 2 2 EDT 5' | tail -1; for y in 0005 1600 1900 1910; do date --debug -u -d "TZ=\"America/New_York\" $y-01-02 02:00 EDT" 2>&1 | grep normalized; done
#### names of zones have one spelling
for z in EUROPE/PARIS europe/paris Europe/Paris utc Utc; do TZ=$z date -d @0 '+%F %T %Z'; done
