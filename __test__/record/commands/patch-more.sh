# patch of GNU patch 2.7.6: what random calls found.
#### git renames
printf 'a\nb\n' > f1; printf 'diff --git a/f1 b/d/f2\nsimilarity index 90%%\nrename from f1\nrename to d/f2\n--- a/f1\n+++ b/d/f2\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n' > p; patch -p1 < p; echo $?; find . -type f | sort; patch -R -p1 < p; echo $?; find . -type f | sort; patch -p1 < p > /dev/null; patch -p1 < p; echo $?; patch -p1 -f --verbose < p; find . | sort
#### git copies
printf 'a\nb\n' > f1; printf 'diff --git a/f1 b/f2\nsimilarity index 90%%\ncopy from f1\ncopy to f2\n--- a/f1\n+++ b/f2\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n' > p; patch -p1 < p; echo $?; head f1 f2; printf 'diff --git a/f1 b/f3\ncopy from f1\ncopy to f3\ndiff --git a/f1 b/f1\nindex 12..34 100644\n--- a/f1\n+++ b/f1\n@@ -1,2 +1 @@\n a\n-b\ndiff --git a/f1 b/f4\ncopy from f1\ncopy to f4\n' > p; patch -p1 < p; head f1 f3 f4
#### git modes without hunks
printf 'a\n' > f; printf 'diff --git a/f b/f\nold mode 100644\nnew mode 100755\n' > p; patch -p1 < p; stat -c %a f; patch -p1 -R < p; stat -c %a f; printf 'diff --git a/x b/x\nnew file mode 100755\nindex 0000000..e69de29\n' > p; patch -p1 < p; stat -c '%a %s' x; patch -p1 < p; echo $?; patch -p1 -R < p; ls; printf 'diff --git a/f b/f\nold mode 100644\nnew mode 120000\n' > p; patch -p1 < p; echo $?
#### git deletes
: > e; printf 'a\n' > f; printf 'diff --git a/e b/e\ndeleted file mode 100644\nindex e69de29..0000000\ndiff --git a/f b/f\ndeleted file mode 100644\nindex 78981922613..0000000\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n' > p; patch -p1 --verbose < p; ls; patch -p1 -R < p; ls; patch -p1 -b < p; ls; printf 'a\nb\n' > f; patch -p1 < p; echo $?; cat f
#### git binary and links
printf 'a\n' > f; printf 'diff --git a/f b/f\nindex 12..34 100644\nGIT binary patch\nliteral 0\nHcmV?d00001\n\n' > p; patch -p1 < p; echo $?; printf 'diff --git a/l b/l\nnew file mode 120000\nindex 0000000..1de5659\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+target\n\\ No newline at end of file\n' > p; patch -p1 < p; readlink l; patch -p1 -R < p; ls; ln -s f k; printf -- '--- k\n+++ k\n@@ -1 +1 @@\n-a\n+b\n' > p; patch < p; echo $?; patch --follow-symlinks < p; cat f; ls -F
#### output to standard output
printf 'a\n' > f; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n' > p; patch -o - < p 2> err; cat err; cat f; patch -o - f < /dev/null; patch -o out f < /dev/null; cat out; patch -o out --dry-run < p; wc -c < out; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-x\n+b\n' | patch -o out; echo $?; cat out out.rej
#### ifdef
printf 'a\nb\nc\nd\n' > f; printf -- '--- f\n+++ f\n@@ -1,4 +1,4 @@\n a\n-b\n+B\n c\n-d\n+D\n+e\n' > p; patch -D NEW < p; cat f; printf 'a\nb\nc\n' > f; printf '*** f\n--- f\n***************\n*** 1,3 ****\n  a\n! b\n  c\n--- 1,3 ----\n  a\n! B\n  c\n' | patch --ifdef=X; cat f; printf 'a\nb' > f; printf '2d1\n< b\n\\ No newline at end of file\n' | patch -D Y f; cat f; printf 'a\n' > f; printf '0a1\n> z\n' | patch -D 'a-b' f; cat f; printf 'a\nb\n' > f; printf -- '--- f\n+++ f\n@@ -1,2 +1 @@\n a\n-b\n' > p; printf 'a\n' > f; patch -R -D NEW < p; cat f
#### times
printf 'a\n' > f; touch -d '2020-01-01 00:00:00 UTC' f; printf -- '--- f\t2020-01-01 00:00:00.000000000 +0000\n+++ f\t2021-02-03 04:05:06.000000000 +0000\n@@ -1 +1 @@\n-a\n+b\n' > p; patch -T < p; date -u -r f +%F_%T; patch -R -Z < p; date -u -r f +%F_%T; touch -d @1 f; patch -Z < p; echo $?; patch -R -f -Z < p; date -u -r f +%F_%T; printf 'x\na\n' > f; patch -Z < p; echo $?; printf 'a\n' > f; printf -- '--- f\tWed Jan  1 00:00:00 2020\n+++ f\tWed Feb  3 04:05:06 2021\n@@ -1 +1 @@\n-a\n+b\n' > p; TZ=XXX-5 patch -f -T < p; date -u -r f +%F_%T
#### context rejects
seq 9 > f; printf '*** f\t1\n--- f\t2\n*************** int main()\n*** 2,5 ****\n  2\n! x\n- y\n  5\n--- 2,4 ----\n  2\n! X\n  5\n' > p; patch < p; cat f.rej; patch --reject-format=unified < p; cat f.rej; printf -- '--- f\n+++ f\n@@ -2,3 +2,3 @@ heading\n 2\n-x\n+X\n 4\n@@ -7,2 +7,1 @@\n 7\n-q\n' > p; patch --reject-format=context < p; cat f.rej; patch < p; cat f.rej; printf '3c3\n< x\n---\n> y\n8d7\n< z\n' | patch f; cat f.rej; printf '5c5\n< 5\n\\ No newline at end of file\n---\n> y\n' | patch f; od -c f.rej
#### where rejects go
seq 9 > f; cp f g; printf -- '--- f\n+++ f\n@@ -3 +3 @@\n-x\n+y\n--- g\n+++ g\n@@ -3 +3 @@\n-z\n+y\n' > p; patch < p; ls; patch -r rej < p; cat rej; patch -r - < p; printf 'Index: f\n@@ -3 +3 @@\n-x\n+y\n@@ -3 +3 @@\n-x\n+y\n' | patch; cat f.rej; printf -- '--- f\n+++ f\n@@ -3 +3 @@\n-x\n+y\n--- f\n+++ f\n@@ -4 +4 @@\n-x\n+y\n' | patch; cat f.rej; cp f 'f~'; printf -- '--- f~\n+++ f~\n@@ -3 +3 @@\n-x\n+y\n' | patch; ls
#### indented patches
seq 5 > f; printf -- '  --- f\n  +++ f\n  @@ -2,3 +2,3 @@\n   2\n  -3\n  +three\n   4\n' | patch; cat f; seq 5 > f; printf -- '\t--- f\n\t+++ f\n\t@@ -2,3 +2,3 @@\n\t 2\n\t-3\n\t+three\n\t 4\n' | patch; cat f; seq 5 > f; printf -- 'X 3c3\nX < 3\nX ---\nX > x\n' | patch f; cat f; seq 5 > f; printf -- '- --- f\n- --- f\n--- f\tThu Jan  1 10:00:00 1998\n+++ f\n@@ -3 +3 @@\n-3\n+x\n' | patch; cat f
#### cut off and malformed
seq 5 > f; for p in '@@ -2,3 +2,3 @@\n 2\n-3\n' '@@ -2,3 +2,3 @@\n 2\n-3\n+x\n 4' '@@ -2,3 +2,3 @@\n 2\n' '@@ -2,3 +2,3 @@\n 2\nx3\n' '@@ -2,3 +2,3\n 2\n' '@@ -2,3 2,3 @@\n 2\n' '@@ -2 +2 @@\n-2\n-2\n' '@@ -2,a +2 @@\n-2\n' '@@ -99999999999999999999 +2 @@\n-2\n+x\n' '@@ -2 +2 @@\n 2\n' '@@ -2,7 +2,9 @@\n 2\n'; do echo "== $p"; printf -- "--- f\n+++ f\n$p" | patch --dry-run 2>&1; echo $?; done
#### malformed context diffs
seq 5 > f; for p in '*** 2,3 ****\n  2\n' '*** 2,3 ****\n  2\n! 3\n--- 2,3 ----\n  2\n' '*** 2,3 ****\n! 3\n--- 2,3 ----\n  2\n! x\n' '*** 2,3 ****\n  2\n! 3\n! 4\n--- 2,3 ----\n  2\n! x\n' '*** 3,2 ****\n' '*** 2,3 ****\n  2\n! 3\n*** 2,3 ****\n' '*** 2,3 ****\n  2\n! 3\n--- 2,3 ----\n  2\n! x\n--- 1 ----\n' '*** 2,3 ****\n--- 2,4 ----\n  2\n+ x\n  3\n' '*** 2,4 ****\n  2\n- 3\n  4\n--- 2,3 ----\n' '*** x ****\n' '*** 2,3 ****\n?\n'; do echo "== $p"; printf -- "*** f\n--- f\n***************\n$p" | patch --dry-run 2>&1; echo $?; done
#### malformed normal diffs
seq 5 > f; for p in '3c3\n< 3\n> x\n' '3c3\n< 3\n---\n' '3c3\n< 3\n' '3,4c3\n< 3\n---\n> x\n' '3c5,3\n< 3\n---\n> x\n' '3d2\n< 3\n3c3\n< 4\n---\n<x\n' '3x3\n< 3\n' '1c1\nfoo\n< a\n'; do echo "== $p"; printf -- "$p" | patch --dry-run f 2>&1; echo $?; done
#### comments, garbage and other text
seq 5 > f; printf -- '# one\nwords\n--- f\n+++ f\n# two\n@@ -2,2 +2,2 @@\n# three\n 2\n-3\n#four\n+x\ntrailing words\n' | patch --verbose; cat f; printf 'only words\n' | patch; echo $?; printf 'only words\n' | patch --verbose f; echo $?; printf '' | patch; echo $?; printf '\n' | patch --verbose; echo $?
#### Index lines
seq 3 > f; cp f 'a b'; for n in 'f' ' f' 'f ' 'f\tx' 'f\r' 'a b' '"a b"' '"\\146"' '"bad'; do echo "== $n"; printf "Index: $n\n====\n@@ -2 +2 @@\n-2\n+x\n" | patch --dry-run; done
#### Prereq
printf 'version 1.2 here\nx\n' > f; for v in 1.2 1.3; do for o in '' -f -t --verbose; do printf "Prereq: $v\n--- f\n+++ f\n@@ -2 +2 @@\n-x\n+y\n" | patch --dry-run $o 2>&1; echo $?; done; done; printf "Prereq: 1.2 and more\n--- f\n+++ f\n@@ -2 +2 @@\n-x\n+y\n" | patch --dry-run
#### reversed and not there
printf 'b\n' > f; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n' > p; for o in '' -t -f -N -R '-R -t' '-N -s' '-f -s' '-t --verbose'; do echo "== $o"; patch --dry-run $o < p; echo $?; done; printf -- '--- /dev/null\n+++ f\n@@ -0,0 +1 @@\n+b\n' > p; for o in '' -t -f -N -R '-R -t' -s; do echo "== $o"; patch --dry-run $o < p; echo $?; done; printf -- '--- g\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n' > p; for o in '' -t -f -N -R; do echo "== $o"; patch --dry-run $o g < p; echo $?; done
#### which name is the best
mkdir -p a/b; printf 'x\n' | tee a/b/c long s > a/b/zz; t() { printf -- "--- $1\n+++ $2\n@@ -1 +1 @@\n-x\n+y\n" | patch -p0 --dry-run; }; t a/b/c a/b/zz; t a/b/c long; t long s; t s long; t a/b/c none; t none1 none2; t /etc/passwd s; t ../x s; t /etc/passwd ../x; t a/b/c '"s"'; printf -- '--- n/m/k\t1970-01-01 00:00:00 +0000\n+++ a/b/k\n@@ -0,0 +1 @@\n+y\n' | patch -p0 --dry-run; printf -- '--- n/m/k\n+++ a/b/c\nIndex: s\n@@ -1 +1 @@\n-x\n+y\n' | patch -p0 --posix --dry-run
#### ed scripts
printf 'a\nb\nc' > f; printf '2c\nB\n.\n1d\n' | patch f; od -c f; printf '9d\n' | patch f; echo $?; printf '1a\nno end\n' | patch f; echo $?; printf '1c\n..\n.\n1s/.//\na\nz\n.\n' | patch f; cat f; printf '1d\n' | patch -e --dry-run f; printf '1d\n' | patch; echo $?
#### options
printf 'x\n' > f; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-x\n+y\n' > p; exec 2>&1; for o in --bogus -V\ foo -p\ x -p\ -1 -F\ -2 --reject-format=foo --read-only=foo --quoting-style=foo -B\ '' -D -d\ none 'a b c'; do echo "== $o"; patch --dry-run $o < p; echo $?; done; patch --dry-run --read-only=fail < p; patch --read-only=ignore < p; cat f; cp f 'g h'; for q in literal shell shell-always c escape; do printf -- '--- g h\n+++ g h\t1\n@@ -1 +1 @@\n-y\n+x\n' | patch --dry-run --quoting-style=$q 'g h'; done
#### backups of several patches
printf 'a\nb\nc\nd\ne\nf\n' > f; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-a\n+A\n--- f\n+++ f\n@@ -2 +2 @@\n-b\n+B\n' > p; patch -b < p; cat f.orig; cp f.orig f; patch -b -V numbered < p; ls; cp f.orig f; patch -b -z .k -B x/ -Y y. < p; find . -type f | sort; printf -- '--- n\n+++ n\n@@ -0,0 +1 @@\n+A\n' | patch -b; wc -c n.orig; ln f hard; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-A\n+a\n' | patch; head -1 hard f
#### carriage returns
printf 'a\r\nb\r\nc\r\n' > f; printf -- '--- f\r\n+++ f\r\n@@ -1,3 +1,3 @@\r\n a\r\n-b\r\n+B\r\n c\r\n' > p; patch < p; od -c f; cat f.rej; patch --binary < p; od -c f; printf 'a\nb\nc\n' > f; patch -R < p; patch < p; od -c f; patch -l -R --binary < p; od -c f
#### digits of modes
for mode in 10075 010075 40755 0100644; do
printf 'a\n' > f; rm -f f.rej
printf 'diff --git a/f b/f\ndeleted file mode %s\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n' $mode | patch -p1 2>&1; echo $?; ls
done
#### made after it was to be removed
printf '1c1,2\n< a\n---\n> b\n> c\ndiff -u f f\n--- f\n+++ f\n@@ -0,0 +1 @@\n+new\n' > p
patch -E missing < p; echo $?; ls; cat missing
#### renamed to itself and not there
printf 'diff --git a/f b/g\nrename from f\nrename to g\n--- a/f\n+++ b/f\n@@ -0,0 +1 @@\n+b\n' | patch -p1; echo $?; ls; : > f; printf 'diff --git a/f b/g\nrename from f\nrename to g\n--- a/f\n+++ b/f\n@@ -0,0 +1 @@\n+b\n' | patch -p1; echo $?; ls; cat f
#### removed and made anew
printf 'a\n' > f; printf 'diff --git a/f b/f\ndeleted file mode 100644\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\ndiff --git a/f b/f\nnew file mode 100644\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+b\n' | patch -p1; echo $?; ls; cat f
#### renamed though it was not there, and made later
printf 'diff --git a/f1 b/f2\nrename from f1\nrename to f2\n--- a/f1\n+++ b/f1\n@@ -13,4 +13,3 @@\n line 12\n line 13\n {\n-line 15\n*** f3\n--- f3\n***************\n*** 0 ****\n--- 1,2 ----\n+ line 0\n+ .\n' > p; : > f1; patch missing < p; echo $?; ls; cat missing
#### a revision at the end of a file
printf 'a' > f; printf 'Prereq: a\n--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n' | patch -f; echo $?; cat f; printf 'a\n' > f; printf 'Prereq: a\n--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n' | patch -f; echo $?; cat f
#### names that lead out of the tree by links
mkdir -p w o; cd w; printf 'a\n' > ../o/f; mkdir d; printf 'a\n' > f; echo y > d/y; ln -s nope l; ln -s ../o out; ln -s d dl; ln -s ../o/f fl; ln -s d/y dfl; ln -s /tmp abs; ln -s l2 l1; ln -s l1 l2; ln -s d/../d dd; for n in out/f abs/zz dl/y l1/x f/x dd/y dl/nn/x nd/f; do for h in '@@ -0,0 +1 @@' '@@ -1 +1 @@
-a'; do for o in '-p0' '-p0 -f' '-p0 --dry-run' '-p0 -f -R' '-p0 --follow-symlinks'; do printf -- "--- $n\n+++ $n\n$h\n+x\n" > ../P; patch $o < ../P 2>&1; echo "$n $o $?"; done; done; done; cd ..; find . -type f ! -name P | sort | while read f; do echo "$f $(stat -c %a $f)"; cat "$f"; done
#### where backups, rejects and output may be
mkdir -p w o; cd w; printf 'a\n' > ../o/f; mkdir d; printf 'a\n' > f; echo y > d/y; ln -s nope l; ln -s ../o out; ln -s d dl; ln -s ../o/f fl; ln -s d/y dfl; ln -s /tmp abs; ln -s l2 l1; ln -s l1 l2; ln -s d/../d dd; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-a\n+x\n' > ../P; for o in '-B out/' '-b -B nd/' '-b -B l/ f' '-o out/o' '-o ../o/o f' '-o nd/o f' '-o o f' '-r out/r d/y' '-r nd/r d/y' '-r ../r d/y' 'out/f' '../o/f' 'fl' '--follow-symlinks fl' 'dfl' 'nd/new' '-g 1' '-g -1' '-g x' '-d out f'; do echo a > f; rm -f f.orig; patch $o < ../P 2>&1; echo "$o $?"; done; cd ..; find . -type f ! -name P | sort | while read f; do echo "$f $(stat -c %a $f)"; cat "$f"; done
#### links of git that lead out of the tree
mkdir w; cd w; printf 'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+../..\n\\ No newline at end of file\ndiff --git a/l/x b/l/x\nnew file mode 100644\n--- /dev/null\n+++ b/l/x\n@@ -0,0 +1 @@\n+x\n' > P; for o in '' --verbose -N; do patch -p1 $o < P; echo $?; done; ls -l | cut -c1-10; ls ..
#### lines behind a script for ed
printf 'a\nb\n' > f1; printf '1d\n# note\nIndex: f2\n--- x\n+++ y\n@@ -1 +1 @@\n-a\n+b\n' > p; patch f1 p; cat f1; printf 'a\nb\n' > f1; printf '1d\n# note\n# more\nwords\n*** q\n--- q\n***************\n*** 1 ****\n! a\n--- 1 ----\n! b\n' > p; patch -i p; echo $?
#### folders are there before git's files
printf 'diff --git a/f1 b/f1\nindex 1..2 100644\n--- a/f1\n+++ b/f1\n@@ -0,0 +1 @@\n+x\ndiff --git a/f3 b/f3\nnew file mode 100755\n*** /dev/null\t2024-01-02 03:04:05.000000000 +0000\n--- f3.new\t2024-01-02 03:04:05.000000000 +0000\n***************\n*** 0 ****\n--- 1 ----\n+ y\n' > p; patch -p0 < p; find . | sort
#### renames to what is there
for o in '-p0' '-b -p0' '-p0 --verbose' '-b -p0 --verbose' -p1 '-b -p1' '-b --verbose'; do for n in f1.new f1 fresh f2 a/f1; do rm -rf f1* f2* fresh* a b; : > f1; echo 2 > f2; printf "diff --git a/f1 b/fresh\nsimilarity index 90%%\nrename from f1\nrename to fresh\n--- /dev/null\n+++ $n\n@@ -0,0 +1 @@\n+x\n" > p; patch $o < p; echo "$o $n $?"; find . -type f ! -name p | sort; done; done
#### removed although a later patch made it
printf -- '--- a\n+++ a\n@@ -3,2 +3 @@\n x\n-y\n--- b\n+++ b\n@@ -0,0 +1 @@\n+z\n' > p; for o in '-E missing' '-E -b missing' 'missing' '-p0 -E'; do rm -f missing*; patch -f $o < p; echo "$o $?"; ls; done
#### ranges that go backwards
exec 2>&1; seq 5 > f; for c in 13,5d2 5,4d3 5,3c2 3,2a4; do printf "$c\n< x\n" > p; patch f p; echo $?; done
#### options that may be several
for o in b ba re r rej n no ver v f fo q s se set- d i in ig p m u e o; do patch --$o < /dev/null 2>&1 | grep ambiguous; done
#### a copy that is to be removed at once
printf 'diff --git a/f b/x\nsimilarity index 90%%\ncopy from f\ncopy to x\n' > p; : > f; for o in '-E' '--quoting-style=c -E' '--quoting-style=shell-always -E'; do patch -p1 $o < p 2>&1; echo $?; done
#### a patch file whose name is empty is standard input
printf 'a\n' >f; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n' | patch f ""; echo $?; cat f
