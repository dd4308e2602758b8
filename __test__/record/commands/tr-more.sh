# tr of GNU coreutils 9.1: what random calls found.
#### -A, the locale C, of which the messages tell
exec 2>&1; tr -A; tr -A x; tr -A "it's é"$'\n\001'; tr -A x y z; tr -Ad '[:foo:]'; tr -A 'é' '[a*é]'; tr -A z-a x; tr -Ax; tr -xA; tr -d -A '[:U:]'; echo 'xé' | tr -A 'x\303' 'yz' | od -c; echo abc | tr -A b -d; echo aab | tr -As a
#### classes that are none, in messages
exec 2>&1; for s in '[=a\377=]' '[=a\n=]' '[=\t\\=]' '[=a\001\b=]' '[:a\n:]' '[:a\\:]' '[:\001é:]' '[=é=]' '\t-\n\r-\a'; do tr -d "$s"; done; tr '[a*9\n]' x; tr x '[a*9\t]'
