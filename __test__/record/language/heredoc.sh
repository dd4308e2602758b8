#### plain
cat <<EOF
a $((1+2)) `echo b` $(echo c) \$x \\ \` "q" 'r'
line \
joined
EOF
#### quoted delimiter
x=1; cat <<'EOF'
$x `y` \z \
next
EOF
cat <<"E F"
$x
E F
cat <<E\OF
$x
EOF
#### tabs removed
cat <<-EOF
	one
		two
  three
	EOF
echo end
#### tabs removed with expansions
t='	keep'; cat <<-EOF
	$t
	$(echo '	x')
	EOF
#### two on one line
cat <<A; cat <<B
a
A
b
B
#### two on one command
cat <<A <<B
a
A
b
B
cat /dev/fd/3 3<<A <<B
a
A
b
B
#### in a pipeline
cat <<EOF | while read l; do echo "<$l>"; done
a
b
EOF
#### in a loop
for i in 1 2; do cat <<EOF
i=$i
EOF
done
#### on a loop
while read a b; do echo "$b $a"; done <<EOF
1 2
3 4
EOF
#### in a function
f() {
cat <<EOF
arg $1
EOF
}
f x; f y
#### on a function definition
f() { cat; } <<EOF
body $x
EOF
x=1 ; f; x=2; f
#### in command substitution
x=$(cat <<EOF
a
b
EOF
)
echo "$x"
#### ended by end of input
cat <<EOF
no end
#### expansion with quotes inside
x='a b'; cat <<EOF
"$x" '$x' ${x} ${x#a} ${u-"q"} ${u-'q'}
EOF
#### delimiter with trailing blank is not one
cat <<EOF
a
EOF 
EOF
#### here-document and command after
cat <<EOF && echo yes || echo no
t
EOF
#### here-document with if
if cat <<EOF
cond
EOF
then echo then; fi
#### here-string
cat <<< word; cat <<<"a  b"; x='p  q'; cat <<<$x; cat <<< *; cat <<< "" ; read a b <<< "1 2 3"; echo $b
#### here-string on numbered descriptor
cat /dev/fd/4 4<<<four; cat <&5 5<<<five
#### here-document numbered
exec 3<<EOF
line1
line2
EOF
read a <&3; read b <&3; echo "$b $a"; exec 3<&-
#### empty here-document
cat <<EOF
EOF
echo done
#### backslash before ordinary characters
cat <<EOF
\a \n \" \' \\\\ \$ \`
EOF
#### arithmetic and arrays in here-document
a=(1 2 3); cat <<EOF
${a[@]} ${#a[@]} $((a[1]+5)) ${a[*]:1}
EOF
#### quoted delimiter nested in substitution
echo $(cat <<'EOF'
$x ) ( '
EOF
)
#### here-document inside eval and source
eval 'cat <<EOF
e $1
EOF'
printf 'cat <<EOF\ns $1\nEOF\n' > s; . ./s arg
#### delimiter made of quotes
cat <<''
x

echo after
#### several in a group
{ cat <<A; cat <<B; } | cat
1
A
2
B
#### here-document after a compound's done with a pipe
while read x; do echo $x; done <<EOF | cat
p
q
EOF
#### subshell with here-document
(cat; echo end) <<EOF
sub
EOF
#### continuation of an && list after a here-document
cat <<EOF &&
x
EOF
echo next
#### backslash-newline glued to the delimiter
cat <<EOF
a\
EOF
b
EOF
#### function with here-document passed through declare -f
f() { cat <<EOF
hello $1
EOF
echo tail; }
eval "$(declare -f f | cat)"; f z
