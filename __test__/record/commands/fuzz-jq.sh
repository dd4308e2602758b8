# What random calls of jq found, recorded from jq 1.7.1 as jq.sh is.
#### the first value of a name
jq -nc --arg x 1 --argjson x '[' '$ARGS.named'; jq -n --arg x 1 --slurpfile x nothing '$x'; jq -n --argjson x '' '$x'; echo $?; jq $'-s\xff'; echo $?; jq . $'f\xff'
#### null has nothing
jq -nc '[null | has("b", 0, null, [])]'; jq -nc 'try (1 | has("b")) catch .'
