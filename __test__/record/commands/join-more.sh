# join of GNU coreutils 9.1: what random calls found.
#### a list of fields as the last argument is cut up in the message
for o in '-o1.3,2.3' '-o1.3 2.3' '-io1.1,2.2' -o0 -i; do join x "$o" 2>&1; done; join x -o 1.3,2.3 2>&1; join x -o '1.1 2.2' 2>&1; join x -o1.1,2.2 -i 2>&1
#### lines that are one field
for t in '' $'\n'; do for o in '-v1' '-v1 -1 3' '-v1 -1 2' '-a1 -a2' '-a1 -1 2' '-o 0,1.1,1.2,2.1' '-o auto -a1' ; do echo "== $o"; printf '\na\nb c\n' | join -t "$t" $o - /dev/null | od -An -c; printf '\na\nb c\n' > f;  printf '\na\nb c\n' | join -t "$t" $o - f | od -An -c; done; done
