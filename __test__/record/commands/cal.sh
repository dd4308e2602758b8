#### cal: months
cal 1 2024; cal 2 2023; cal 9 1752; cal feb 2024; cal January 2024; cal 12 9999; cal 1 1; cal 2 1700; cal 3 1752; cal -1 2 2024
#### cal: years
cal 2024; cal 1752; cal -y -m 2 2023; cal -j 2024; cal 1
#### cal: days of the year
cal -j 2 2024; cal -j 9 1752; cal -j 12 1752; cal -3j 2 2024; cal -jA1 12 2023
#### cal: more months
cal -3 1 2024; cal -3 2 2024; cal -A1 12 2023; cal -A3 -B1 6 2024; cal -A12 6 2023; cal -A13 1 2023; cal -B3 -y -m 1 2024; cal -A-1 -B 1 3 2024; cal -d 2024-03; cal -d 2024-03 -3; cal -A12 12 9999; cal -B1 1 1
#### cal: mistakes
cal 13 2024; echo $?; cal 0; echo $?; cal 10000; echo $?; cal x; echo $?; cal 1 2 3; echo $?; cal -z; echo $?; cal -m; echo $?; cal -m 13; echo $?; cal -d x; echo $?; cal feb; echo $?; cal foo 2024; echo $?; cal -M 2 2024; echo $?; cal --help; echo $?
