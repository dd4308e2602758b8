#!/bin/bash
# Records in printing.txt how the local bash (5.2) prints each definition in functions.txt.
# Run it from this folder: ./record_printing.sh
shopt -s extglob
cd "$(dirname "$0")" || exit
text=$(<functions.txt)$'\n====\n'
while [[ $text ]]; do
    definition=${text%%$'\n====\n'*}
    text=${text#*$'\n====\n'}
    name=${definition%%["( {"]*}
    printf '%s\n----\n%s\n====\n' "$definition" "$(bash -c "$definition
declare -f $name")"
done >printing.txt
