#### abs operand glob
mkdir -p D/src D/lib E/src Dx/src; touch D/src/a D/lib/b E/src/c Dx/src/d
cd D; for p in "$PWD" "$PWD/src" "${PWD%/D}/E" "${PWD%/D}/Dx" ../E .. ; do echo "== ${p#"${PWD%/D}"}"; rg --files --sort path -g 'src/*' -- "$p" | sed "s|^${PWD%/D}|ROOT|"; rg --files --sort path -g '!src/*' -- "$p" | sed "s|^${PWD%/D}|ROOT|"; rg --files --sort path -g '/src/*' -- "$p" | sed "s|^${PWD%/D}|ROOT|"; done
#### ignore of cwd, relative operands
mkdir -p D/src D/D/src; touch D/src/f D/src/g D/D/src/f; echo 'D/src/f' > .ignore; rg --files --sort path D; echo ==; rg --files --sort path "$PWD/D" | sed "s|$PWD|R|"; echo ==; rg --files --sort path ./D; echo ==; rg --files --sort path; echo ==; rg --no-ignore-parent --files --sort path D; echo ==; rg --no-ignore-parent --files --sort path "$PWD/D" | sed "s|$PWD|R|"
#### ignore of cwd, anchored
mkdir -p D/src D/D/src; touch D/src/f D/src/g D/D/src/f; echo '/D/src/f' > .ignore; rg --files --sort path D; echo ==; rg --files --sort path "$PWD/D" | sed "s|$PWD|R|"; echo ==; rg --files --sort path D/src; echo ==; rg --files --sort path "$PWD/D/src" | sed "s|$PWD|R|"
#### parents of cwd
mkdir -p D/src E; touch D/src/f D/src/g E/f E/g; echo '/D/src/f' > .ignore; cd D; rg --files --sort path; echo ==; rg --files --sort path .; echo ==; rg --files --sort path src; echo ==; rg --files --sort path "$PWD" | sed "s|$PWD|R|"; echo ==; rg --files --sort path "$PWD/src" | sed "s|$PWD|R|"
#### parents, name only
mkdir -p D/src E; touch D/src/f D/src/g E/f E/g; echo 'f' > .ignore; cd D; rg --files --sort path src; echo ==; rg --files --sort path ../E; echo ==; rg --files --sort path "${PWD%/D}/E" | sed "s|${PWD%/D}|R|"; echo == ; rg --no-ignore-parent --files --sort path src;  rg --no-ignore-parent --files --sort path "$PWD/src" | sed "s|$PWD|R|"
#### sibling repository
mkdir -p D/.git E; touch D/f D/g E/f E/g; echo f > D/.gitignore; echo f > E/.gitignore; cd E; rg --files --sort path "${PWD%/E}/D" | sed "s|${PWD%/E}|R|"; rg --files --sort path ../D; cd ../D;  rg --files --sort path "${PWD%/D}/E" | sed "s|${PWD%/D}|R|"; rg --files --sort path ../E; cd ..; rg --files --sort path; rg --files --sort path D E; rg --files --sort path "$PWD/D" "$PWD/E" | sed "s|$PWD|R|"
#### ignore-file
mkdir -p D/src; touch D/src/f D/src/g; echo 'D/src/f' > ig; echo "$PWD/D/src/g" > ig2; rg --ignore-file ig --files --sort path D; echo ==; rg --ignore-file ig --files --sort path "$PWD/D" | sed "s|$PWD|R|"; echo ==;  rg --ignore-file ig2 --files --sort path "$PWD/D" | sed "s|$PWD|R|"; echo ==; rg --ignore-file ig2 --files --sort path D
#### sortr times
mkdir -p d/e; touch -d 2020-01-01 d/a d/e/c; touch -d 2020-01-02 d/e/b; touch -d 2021-01-01 d/m; touch -d 2019-01-01 d/k; touch -d 2018-01-01 d/e; for s in "--sort modified" "--sortr modified" "--sortr path" "--sort path"; do echo "== $s"; rg $s --files d; done
#### sortr operands
mkdir -p d e; touch -d 2020-01-01 d/a e/b; touch -d 2020-01-03 d/b e/a; touch -d 2021-01-01 d/c e/c; for s in "--sort modified" "--sortr modified" "--sortr path" "--sort path"; do echo "== $s"; rg $s --files e d; done
#### e no value
rg -e; echo $?
#### f no value
rg -f; echo $?; rg -g; echo $?; rg -A; echo $?; rg --regexp; echo $?; rg -t; echo $?; rg --sort; echo $?; rg x --type-add; echo $?; rg -ie; echo $?; rg -M; rg -m; rg -B; rg -C; rg -E; rg -j; rg -r; rg -T
#### long no value
for o in after-context before-context context encoding file glob threads max-columns max-count replace type-not type color context-separator field-context-separator field-match-separator iglob ignore-file max-depth maxdepth max-filesize path-separator sortr type-clear colors dfa-size-limit regex-size-limit; do rg x --$o 2>&1 | head -1; done;  rg -A1 x -A 2>&1; rg -A1 -A 2>&1
