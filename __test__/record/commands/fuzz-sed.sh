#### what is wrong with a script is told before a file of another is read
sed -ep1 -f ''; echo $?; sed -e '{' -f missing; echo $?
