#### what is wrong with a script is told before a file of another is read
sed -ep1 -f ''; echo $?; sed -e '{' -f missing; echo $?
#### letters behind a NUL stay as they are
printf 'ma\0a' | sed 's/[^a]a/\U&/2' | od -c; printf 'a\0b\n' | sed 's/.b/\U&z/' | od -c
#### nobody asks for the addresses of v
printf '\n' | sed '0,/+/v;//i\'; echo $?; printf 'x\n' | sed -n '/x/v;//p'; echo $?
#### the output of a command with -z
printf '\n' | sed -z '1e echo hi' | od -c; printf 'a\0b\0' | sed -z 'e echo hi' | od -c
