#### renamed to itself and deleted
printf 'diff --git a/f1 b/f1\nsimilarity index 90%%\nrename from f1\nrename to f1\n*** a/f1\n--- /dev/null\t2024-01-02 03:04:05.000000000 +0000\n***************\n*** 1,2 ****\n- line 0\n- line 1\n--- 0 ----\n' > in; patch --force -i in; echo $?; ls
#### nothing is got
printf 'a\n' > f; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n' | patch -g0; cat f; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-b\n+c\n' | patch --get=0; cat f
