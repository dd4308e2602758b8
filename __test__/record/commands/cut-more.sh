# cut of GNU coreutils 9.1: what random calls found.
#### -z, and nothing behind the first delimiter of the last line
for input in '\t' 'a\t' 'a\tb' 'a\tb\t' 'x\0a\t' 'a\t\0' 'a\n\t'; do for o in '-f1' '-f2' '-f3' '-f1,2' '-f2-' '-s -f1' '-s -f2' '-s -f1,2 --output-delimiter=X' '--complement -f1' '-s --complement -f2'; do printf '%s %s:' "$input" "$o"; printf "$input" | cut -z $o | od -An -c; echo; done; done
#### fields that are lines, and none follows
for o in '-f3 -z' '-f1 -z' '-f2 -z' '-f1- -z' '-s -f3 -z' '-s -f1 -z' '-f3 --complement -z' '-f2- -z'; do for i in '\n' 'a' 'a\0' 'a\0b' 'a\0b\0' 'a\0b\0c\0' '' '\0' '\0\0'; do echo "== $o $i"; printf "$i" | cut $o -d '' | od -An -c; printf "$i" | tr '\0\n' '\nx' | cut ${o%-z} -d $'\n' | od -An -c;  done; done
