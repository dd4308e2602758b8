# seq of GNU coreutils 9.1: what random calls found.
#### values of options that look like numbers
exec 2>&1; seq -s -1 2; seq --s -5 2; seq --sep -1 2; seq -ws -1 2; seq -ws-1 2; seq -s -- -1 2; seq --f -5 2; seq -f -1 2; seq --separator=x -1 1; seq -- -s -1 2; seq 1 -s -1 2; seq --w -1 1; seq -wwf -1 2
#### one number more, that prints as the last one in hexadecimal
seq --format=%.1a 7.58 119.5 | tail -2; seq -f %.0a 1 3.5; seq -f %.0f 1 2.5; seq -f %.1a 1.05 1.9
