#### renamed to itself and deleted
printf 'diff --git a/f1 b/f1\nsimilarity index 90%%\nrename from f1\nrename to f1\n*** a/f1\n--- /dev/null\t2024-01-02 03:04:05.000000000 +0000\n***************\n*** 1,2 ****\n- line 0\n- line 1\n--- 0 ----\n' > in; patch --force -i in; echo $?; ls
#### nothing is got
printf 'a\n' > f; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n' | patch -g0; cat f; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-b\n+c\n' | patch --get=0; cat f
#### a script of ed whose first line is no command
printf 'a\n' > f1; printf '0a1\n> Index: f1\n1a\n..\n.\n' | patch -e; echo $?
#### renamed to itself and made anew
printf '' > f1; printf 'diff --git a/f1 b/f1\nsimilarity index 90%%\nrename from f1\nrename to f1\n--- /dev/null\n+++ x/y/f1\n@@ -0,0 +1 @@\n+r\n' > in; patch --backup < in; echo $?; cat f1
#### renamed, then patched by name
printf 'a\nb\n' > f1; printf 'diff --git a/f1 b/fresh\nsimilarity index 90%%\nrename from f1\nrename to fresh\n--- x/y/f1\n+++ x/y/f1\n@@ -1,2 +0,0 @@\n-a\n-b\n@@ -5,2 +2,2 @@\n-a\n-c\n+d\n+e\ndiff --git a/f3 b/f3\nnew file mode 100755\n--- f3\n+++ f3.new\n@@ -0,0 +1 @@\n+z\n' > in; patch f1 in; echo $?; cat f1
#### stars and what follows them are indented alike
printf 'a\nb\n' > f1; printf 'x\n ***************\n*** 1,2 ****\n  a\n! b\n--- 1,2 ----\n  a\n! c\n***************\n*** 1,2 ****\n  a\n! b\n--- 1,2 ----\n  a\n! c\n' | patch f1; cat f1
#### ed in a file of bytes keeps only its own last line open
printf '\0\nl' > f1; printf '2c\nz\n.\n' | patch -e f1; od -c f1; printf '\0\nl' > f1; printf '1d\n' | patch -e f1; od -c f1
#### a suffix behind -b at the end
printf 'a\n' > f; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n' > p; exec 2>&1; patch -b .x f p; patch -s -R -b .z f p; patch -b - f p; patch f -R -b .w f p; patch -Rb .w f p; patch -R -b '' f p; patch -R -b -- f p; patch -b .q f p -f; ls
