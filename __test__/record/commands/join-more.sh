# join of GNU coreutils 9.1: what random calls found.
#### a list of fields as the last argument is cut up in the message
for o in '-o1.3,2.3' '-o1.3 2.3' '-io1.1,2.2' -o0 -i; do join x "$o" 2>&1; done; join x -o 1.3,2.3 2>&1; join x -o '1.1 2.2' 2>&1; join x -o1.1,2.2 -i 2>&1
