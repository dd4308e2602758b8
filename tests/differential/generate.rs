//! Random scripts from a seed: valid bash that ends, and prints the same in every run.
//!
//! A script is a list of statements that stand alone, so that a failing one can be made smaller by leaving some out.
//! Variables, files and functions come from small pools, so that statements meet each other's effects. Left out is what
//! bash itself does not answer the same twice: process ids, clocks, racing processes.

/// A small generator (splitmix64): the same seed gives the same script everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }
}

/// Helpers that every script begins with: `p` shows its arguments one by one.
pub const PRELUDE: &str = "shopt -s extglob\np() { printf '<%s>' \"$@\"; echo \" $#\"; }\n";

/// What every script ends with: the state that it has reached.
pub const EPILOGUE: &str =
    "p end $? \"${PIPESTATUS[*]}\" \"$@\"\ndeclare -p x y z n arr map 2>/dev/null\necho $- ${#FUNCNAME[@]}\n";

const SCALARS: &[&str] = &["x", "y", "z", "n"];
const VALUES: &[&str] = &[
    "",
    "a",
    "abc",
    "'a b'",
    "'  lead and trail  '",
    "5",
    "-3",
    "010",
    "'*'",
    "'a*'",
    "'x y z'",
    "\"it's\"",
    "$'t\\tab'",
    "$'n\\nl'",
    "'$x'",
    "'a:b::c'",
    "é",
    "日本",
    "'{a,b}'",
    "hello.tar.gz",
    "/u/lib/x",
    "aXbXc",
    "'\\'",
    "'\"q\"'",
    "0x1f",
    "'1 + 2'",
    "x",
    "-n",
    "--",
    "'[ab]'",
    "'#c'",
    "'!'",
    "'a=b'",
    "AbC",
];
const PATTERNS: &[&str] = &[
    "*",
    "?",
    "a*",
    "*a",
    "[abc]",
    "[!a]",
    "[[:alpha:]]",
    "?*",
    "*b*",
    "a?c",
    "'*'",
    "\"$x\"",
    "$y",
    "*.*",
    "[a-c]*",
    "\\*",
    "x",
    "''",
    "*[0-9]",
    " *",
    "@(a|b)*",
    "+([a-z])",
    "!(a*)",
    "?(a)b*",
    "*(x|y)",
];
const LITERALS: &[&str] = &[
    "a", "b", "foo", "1", "42", "x.txt", "-", "a=b", "é", "%", "@", "a/b", ":", "=", "+", ",", "{", "}", "{}", "]",
    "^", "_", "a,b", "#x",
];

pub struct Generator {
    random: Random,
    /// In loops: `break` and `continue` make sense.
    loops: u32,
    functions: u32,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        Generator { random: Random::new(seed), loops: 0, functions: 0 }
    }

    /// The statements of a script.
    pub fn script(&mut self) -> Vec<String> {
        let mut statements = Vec::new();
        if self.random.one_in(3) {
            let option = self.random.pick(&[
                "set -u",
                "set -e",
                "set -f",
                "set -o pipefail",
                "shopt -s nullglob",
                "shopt -s dotglob",
                "set -C",
                "set +B",
                "shopt -s lastpipe",
                "shopt -s nocasematch",
                "shopt -s inherit_errexit",
                "set -a",
                "shopt -s globstar",
                "set -E",
                "set -T",
                "IFS=:",
                "IFS=",
                "IFS=', '",
                "unset IFS",
                "trap 'p exit $?' EXIT",
                "trap 'p err $?' ERR",
            ]);
            statements.push(option.to_owned());
        }
        if self.random.one_in(2) {
            statements.push(format!("set -- {} {}", self.value(), self.value()));
        }
        if self.random.one_in(2) {
            statements.push("touch a b abc x.txt 'a b' .h; mkdir -p d/e; touch d/f d/e/g".to_owned());
        }
        for _ in 0..2 + self.random.below(6) {
            statements.push(self.statement(3));
        }
        statements
    }

    fn value(&mut self) -> &'static str {
        self.random.pick(VALUES)
    }

    fn scalar(&mut self) -> &'static str {
        self.random.pick(SCALARS)
    }

    fn pattern(&mut self) -> &'static str {
        self.random.pick(PATTERNS)
    }

    fn list(&mut self, depth: u32) -> String {
        let count = 1 + self.random.below(2);
        let mut out = Vec::new();
        for _ in 0..count {
            out.push(self.statement(depth));
        }
        out.join("\n")
    }

    /// A complete command, perhaps over several lines.
    fn statement(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.simple(1);
        }
        match self.random.below(46) {
            0..=7 => self.simple(depth),
            8..=12 => self.assignment(depth),
            13 => {
                format!("if {}; then {}; else {}; fi", self.condition(depth - 1), self.inner(depth), self.inner(depth))
            }
            14 => format!(
                "if {}\nthen\n{}\nelif {}\nthen {}\nfi",
                self.condition(depth - 1),
                self.list(depth - 1),
                self.condition(depth - 1),
                self.inner(depth)
            ),
            15 => {
                let words = self.words(depth - 1, 3);
                let variable = self.scalar();
                format!("for {variable} in {words}; do {}; done", self.looped(depth))
            }
            16 => format!("for x; do {}; done", self.looped(depth)),
            17 => {
                // Each depth counts with a variable of its own, so that every loop ends.
                let (keyword, test) = if self.random.one_in(2) { ("until", ">=") } else { ("while", "<") };
                format!(
                    "i{depth}=0; {keyword} (( i{depth} {test} 3 )); do (( i{depth}++ )); {}; done",
                    self.looped(depth)
                )
            }
            18 => format!(
                "for ((i{depth}=0; i{depth}<{}; i{depth}++)); do {}; done",
                self.random.below(4),
                self.looped(depth)
            ),
            19 | 20 => {
                let subject = self.word(depth - 1);
                let (first, second) = (self.pattern(), self.pattern());
                let end = self.random.pick(&[";;", ";&", ";;&"]);
                format!(
                    "case {subject} in {first}|b) {} {end} ({second}) {};; *) {} ;; esac",
                    self.inner(depth),
                    self.inner(depth),
                    self.inner(depth)
                )
            }
            21 => format!("{{ {}; }}", self.inner(depth)),
            22 | 23 => format!("( {} )", self.inner(depth)),
            24 => format!("{} | {}", self.inner_command(depth), self.consumer(depth)),
            25 => format!("! {}", self.inner_command(depth)),
            26 => format!("{} && {}", self.inner_command(depth), self.inner_command(depth)),
            27 => format!("{} || {}", self.inner_command(depth), self.inner_command(depth)),
            28 | 29 => self.function(depth),
            30 => format!("[[ {} ]]; p $?", self.test(depth - 1)),
            31 => format!("(( {} )); p $?", self.arithmetic(depth)),
            32 => self.here_document(depth),
            33 => self.redirected(depth),
            34 => format!("eval {}", self.quoted_command(depth)),
            35 => self.reading(depth),
            36 => self.array_statement(depth),
            37 => self.map_statement(depth),
            38 => format!("{} & wait $!; p $?", self.inner_command(depth)),
            39 => self.builtin(depth),
            40 => self.nameref(depth),
            41 => format!(
                "{} | {} | {}; p \"${{PIPESTATUS[@]}}\"",
                self.inner_command(depth),
                self.consumer(depth),
                self.consumer(depth)
            ),
            42 => format!(
                "while read -r y; do {}; done < <(printf '%s\\n' {})",
                self.looped(depth),
                self.words(depth - 1, 2)
            ),
            43 => format!("x=$( {}); p $? \"$x\"", self.inner(depth)),
            44 => format!("p \"$(cat <(echo {}) <(echo {}))\"", self.word(depth - 1), self.word(depth - 1)),
            _ => self.control(depth),
        }
    }

    fn inner(&mut self, depth: u32) -> String {
        let statement = self.statement(depth - 1);
        // A here-document ends a line; what follows must stand on the next.
        if statement.contains('\n') { format!("{statement}\n:") } else { statement }
    }

    /// A command that may stand before `|`, `&&` or `&`: on one line.
    fn inner_command(&mut self, depth: u32) -> String {
        match self.random.below(5) {
            0 => format!("{{ {}; }}", self.inner(depth)),
            1 => format!("( {} )", self.inner(depth)),
            2 => self.condition(depth - 1),
            _ => self.simple(depth - 1),
        }
    }

    fn looped(&mut self, depth: u32) -> String {
        self.loops += 1;
        let mut body = self.inner(depth);
        if self.random.one_in(4) {
            let word = self.random.pick(&[
                "break",
                "continue",
                "break 2",
                "continue 2",
                "[[ $x == a ]] && break",
                "(( n == 1 )) && continue",
            ]);
            body = format!("{body}; {word}; p no");
            if body.contains("\n:;") {
                body = body.replace("\n:;", "\n:\n");
            }
        }
        self.loops -= 1;
        body
    }

    fn simple(&mut self, depth: u32) -> String {
        match self.random.below(9) {
            0 => format!("echo {}", self.words(depth, 2)),
            1 => format!("printf '%s,' {}; echo", self.words(depth, 2)),
            2 => self
                .random
                .pick(&[
                    "true",
                    "false",
                    ":",
                    "(exit 3)",
                    "nosuch 2>/dev/null",
                    "f 2>/dev/null",
                    "shift",
                    "set --",
                    "set -- q 'r s'",
                ])
                .to_owned(),
            3 => format!("x={} eval 'p \"$x\"'", self.assigned(depth)),
            _ => format!("p {}", self.words(depth, 3)),
        }
    }

    fn assignment(&mut self, depth: u32) -> String {
        let name = self.scalar();
        let other = self.scalar();
        match self.random.below(9) {
            0 => format!("{name}={} {other}={}", self.assigned(depth), self.assigned(depth)),
            1 => format!("{name}+={}", self.assigned(depth)),
            2 => format!("{name}=$(( {} ))", self.arithmetic(depth)),
            3 => format!("unset {name}"),
            4 => format!(
                "declare {} {name}={}",
                self.random.pick(&["-i", "-u", "-l", "-x", "--", "+i", "-c"]),
                self.assigned(depth)
            ),
            5 => format!("printf -v {name} '%s-%s' {}", self.words(depth, 2)),
            _ => format!("{name}={}", self.assigned(depth)),
        }
    }

    fn assigned(&mut self, depth: u32) -> String {
        if self.random.one_in(2) { self.value().to_owned() } else { self.word(depth) }
    }

    fn condition(&mut self, depth: u32) -> String {
        match self.random.below(7) {
            0 => "true".to_owned(),
            1 => "false".to_owned(),
            2 => format!(
                "[ \"${}\" {} {} ]",
                self.scalar(),
                self.random.pick(&["=", "!=", "\\<", "=="]),
                self.quoted(depth)
            ),
            3 => format!("(( {} ))", self.arithmetic(depth)),
            4 => format!("test {} \"${}\"", self.random.pick(&["-n", "-z", "-e", "-f", "-d"]), self.scalar()),
            _ => format!("[[ {} ]]", self.test(depth)),
        }
    }

    fn test(&mut self, depth: u32) -> String {
        if depth > 0 && self.random.one_in(4) {
            let (left, right) = (self.test(depth - 1), self.test(depth - 1));
            return format!("{left} {} ( {right} )", self.random.pick(&["&&", "||"]));
        }
        match self.random.below(8) {
            0 => format!("-n {}", self.quoted(depth)),
            1 => format!("-z ${}", self.scalar()),
            2 => format!("! {} == {}", self.quoted(depth), self.pattern()),
            3 => format!(
                "{} -{} {}",
                self.random.below(9),
                self.random.pick(&["eq", "lt", "ge", "ne"]),
                self.random.below(9)
            ),
            4 => format!(
                "${} =~ {}",
                self.scalar(),
                self.random.pick(&["^a", "b+", "(a)(b)?", "[0-9]+$", ".", "^$", "x|y", "\"a\"", "(.)(.*)"])
            ),
            5 => format!("-v {}", self.random.pick(&["x", "arr", "arr[1]", "map[k]", "nope"])),
            6 => format!("{} {} {}", self.quoted(depth), self.random.pick(&["<", ">", "!="]), self.quoted(depth)),
            _ => format!("{} == {}", self.quoted(depth), self.pattern()),
        }
    }

    fn words(&mut self, depth: u32, most: usize) -> String {
        let count = 1 + self.random.below(most);
        let words: Vec<String> = (0..count).map(|_| self.word(depth)).collect();
        words.join(" ")
    }

    /// One word, of one to three parts.
    fn word(&mut self, depth: u32) -> String {
        let parts = if self.random.one_in(3) { 1 + self.random.below(3) } else { 1 };
        let word: String = (0..parts).map(|_| self.part(depth)).collect();
        if word.starts_with('#') { format!("a{word}") } else { word }
    }

    fn part(&mut self, depth: u32) -> String {
        let name = self.scalar();
        match self.random.below(30) {
            0..=3 => self.random.pick(LITERALS).to_owned(),
            4 | 5 => self.value().to_owned(),
            6..=8 => format!("${{{name}}}"),
            9..=11 => self.quoted(depth),
            12 => self
                .random
                .pick(&[
                    "$#",
                    "$@",
                    "\"$@\"",
                    "\"$*\"",
                    "$*",
                    "$1",
                    "\"$2\"",
                    "${3-none}",
                    "$?",
                    "${@:2}",
                    "\"${@: -1}\"",
                ])
                .to_owned(),
            13..=16 => self.parameter(depth),
            17 | 18 => {
                let text = self.parameter(depth);
                format!("\"{text}\"")
            }
            19 => format!("$(( {} ))", self.arithmetic(depth)),
            20 if depth > 0 => format!("$({})", self.simple(depth - 1)),
            21 if depth > 0 => format!("\"$({})\"", self.simple(depth - 1)),
            22 if depth > 0 => format!("`echo {}`", self.random.pick(&["a b", "'x  y'", "$x", "\\$y", "\"$z\""])),
            23 => self
                .random
                .pick(&["{a,b}", "{1..3}", "x{,y}z", "{a..c}", "{${x},b}", "{03..1}", "{a,{b,c}}", "{1..10..4}", "{x}"])
                .to_owned(),
            24 | 25 => self
                .random
                .pick(&["*", "?", "a*", "*.txt", "[ab]", "d/*", "*/", "[!a]*", ".*", "nomatch*", "**", "\\*", "d/*/g"])
                .to_owned(),
            26 => self.random.pick(&["a~", "'~'", "~nosuchuser"]).to_owned(),
            27 => self.random.pick(&["\\ ", "\\$x", "\\a", "\\\\", "\\\"", "\\'"]).to_owned(),
            _ => self.array_part(),
        }
    }

    /// A double-quoted or single-quoted word.
    fn quoted(&mut self, depth: u32) -> String {
        let name = self.scalar();
        match self.random.below(8) {
            0 => format!("\"a ${name}\""),
            1 => "'lit $x'".to_owned(),
            2 if depth > 0 => format!("\"$({})\"", self.simple(depth - 1)),
            3 => format!("\"{}\"", self.parameter(depth)),
            4 => format!("\"\\${name} \\\" \\\\ \\x\""),
            5 => format!("\"$(( {} ))\"", self.arithmetic(depth)),
            _ => format!("\"${name}\""),
        }
    }

    fn array_part(&mut self) -> String {
        self.random
            .pick(&[
                "${arr[@]}",
                "\"${arr[@]}\"",
                "\"${arr[*]}\"",
                "${#arr[@]}",
                "${!arr[@]}",
                "${arr[1]}",
                "\"${arr[-1]}\"",
                "${arr[@]:1}",
                "\"${arr[@]:0:2}\"",
                "${arr[n]}",
                "${map[k]}",
                "\"${map[@]}\"",
                "${#map[@]}",
                "\"${!map[@]}\"",
                "${arr[@]#a}",
                "\"${arr[@]/a/b}\"",
                "${arr[*]^}",
                "${arr[@]:-d}",
                "\"${arr[@]+s}\"",
                "${map[nope]-d}",
                "\"${arr[@]@Q}\"",
                "\"pre${arr[@]}post\"",
                "${#arr[0]}",
                "${map[$x]}",
            ])
            .to_owned()
    }

    /// `${…}` with an operator.
    fn parameter(&mut self, depth: u32) -> String {
        let name = if self.random.one_in(6) {
            self.random.pick(&["1", "2", "@", "*", "arr", "arr[1]", "map[k]", "nope"])
        } else {
            self.scalar()
        };
        let word = if depth > 0 && self.random.one_in(2) {
            self.random.pick(&["d", "'q r'", "\"$y\"", "$y", "a b", "$(echo s)", "*", "", "${z:-w}", "\\}"])
        } else {
            "d"
        };
        let pattern = self.random.pick(&[
            "a",
            "*",
            "?",
            "a*",
            "*a",
            "[a-c]",
            "b",
            "\"$y\"",
            "$y",
            "X",
            ".*",
            "*.",
            "/*",
            "",
            "[[:space:]]",
            "l",
        ]);
        match self.random.below(22) {
            0 => format!("${{{name}:-{word}}}"),
            1 => format!("${{{name}-{word}}}"),
            2 => format!("${{{name}:+{word}}}"),
            3 => format!("${{{name}+{word}}}"),
            4 if SCALARS.contains(&name) => format!("${{{name}:={word}}}"),
            5 => format!("${{#{name}}}"),
            6 => format!("${{{name}#{pattern}}}"),
            7 => format!("${{{name}##{pattern}}}"),
            8 => format!("${{{name}%{pattern}}}"),
            9 => format!("${{{name}%%{pattern}}}"),
            10 => format!("${{{name}/{pattern}/{}}}", self.random.pick(&["R", "", "$z", "'q'", "&", "\\&", "\"$z\""])),
            11 => format!("${{{name}//{pattern}/{}}}", self.random.pick(&["R", "", "$z", "-"])),
            12 => format!("${{{name}/{}{pattern}/R}}", self.random.pick(&["#", "%"])),
            13 => format!("${{{name}:{}}}", self.random.pick(&["0", "1", "2", " -1", " -2", "n", "9", "1+1"])),
            14 => format!(
                "${{{name}:{}:{}}}",
                self.random.pick(&["0", "1", " -2"]),
                self.random.pick(&["0", "1", "2", "-1", "9"])
            ),
            15 => format!("${{{name}{}}}", self.random.pick(&["^", "^^", ",", ",,", "~", "~~", "^^[a-m]", ",[A-Z]"])),
            16 => format!("${{{name}@{}}}", self.random.pick(&["Q", "U", "u", "L", "E", "A", "a"])),
            17 if SCALARS.contains(&name) => "${!y}".to_owned(),
            18 => "${!n*}".to_owned(),
            _ => format!("${{{name}}}"),
        }
    }

    fn arithmetic(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(3) {
            return match self.random.below(8) {
                0..=2 => self
                    .random
                    .pick(&["0", "1", "2", "3", "7", "10", "0x10", "010", "2#101", "9223372036854775807", "100"])
                    .to_owned(),
                3 | 4 => "n".to_owned(),
                5 => self.random.pick(&["i", "arr[1]", "${#x}", "$n", "${#arr[@]}", "$#", "nope"]).to_owned(),
                _ => self.random.below(20).to_string(),
            };
        }
        let (left, right) = (self.arithmetic(depth - 1), self.arithmetic(depth - 1));
        match self.random.below(12) {
            0..=5 => {
                let op = self.random.pick(&[
                    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", "==", "!=", ">", ">=", "&&", "||",
                ]);
                format!("{left} {op} {right}")
            }
            6 => format!("({left}) * ({right})"),
            7 => format!("{left} ? {right} : {}", self.arithmetic(depth - 1)),
            8 => format!("n {} {left}", self.random.pick(&["=", "+=", "-=", "*=", "|=", "^=", "<<=", "%="])),
            9 => self.random.pick(&["n++", "++n", "n--", "--n", "i++", "arr[0]++", "arr[2] += 3"]).to_owned(),
            10 => format!("{}({left})", self.random.pick(&["-", "~", "!", "+", "- -"])),
            _ => format!("({left}) ** {}", self.random.below(5)),
        }
    }

    fn function(&mut self, depth: u32) -> String {
        self.functions += 1;
        let name = self.random.pick(&["f", "g", "h"]);
        let local = match self.random.below(4) {
            0 => format!("local x={}; ", self.assigned(1)),
            1 => "local x y=1; ".to_owned(),
            2 => "local -a arr=(l1 l2); ".to_owned(),
            _ => String::new(),
        };
        let end = match self.random.below(4) {
            0 => format!("\nreturn {}", self.random.below(5)),
            1 => "\np \"$FUNCNAME\" $#".to_owned(),
            _ => String::new(),
        };
        // The body must not call the function again: nothing would end it.
        let body = self.list(depth - 1).replace("f 2>/dev/null", ":");
        let body = if body.contains("f ") || body.contains("g ") || body.contains("h ") {
            format!("p \"$x\"; {}", self.simple(0).replace("f 2>/dev/null", ":"))
        } else {
            body
        };
        let header = self.random.pick(&["", "function "]);
        let call = match self.random.below(4) {
            0 => format!("{name} {} > out; cat out", self.words(1, 2)),
            1 => format!("{name} || p failed $?"),
            2 => format!("x=t {name} {}", self.words(1, 2)),
            _ => format!("{name} {}", self.words(1, 2)),
        };
        let brackets = if header.is_empty() || self.random.one_in(2) { "()" } else { "" };
        format!("{header}{name}{brackets} {{ {local}{body}{end}\n}}\n{call}; p $?")
    }

    fn here_document(&mut self, depth: u32) -> String {
        let command = self.random.pick(&[
            "cat",
            "while read a b; do p \"$a\" \"$b\"; done",
            "cat -",
            "{ read x; cat; }",
            "read x y",
        ]);
        let line = self.random.pick(&[
            "plain text",
            "$x and ${y:-d}",
            "\\$x `echo b` \\\\",
            "\"q\" 'r'",
            "$(( 1 + 2 ))",
            "tab\tin",
            "a\\",
            "${arr[@]}",
            "$(echo s; echo t)",
            "",
        ]);
        let second = self.parameter(depth.min(1)).replace('\n', " ");
        match self.random.below(4) {
            0 => format!("{command} <<'E'\n{line}\nE\n"),
            1 => format!("{command} <<-E\n\t{line}\n\t\tx\n\tE\n"),
            2 => format!("{command} <<< {}", self.word(depth - 1)),
            _ => format!("{command} <<E\n{line}\n{second}\nE\n"),
        }
    }

    fn redirected(&mut self, depth: u32) -> String {
        let file = self.random.pick(&["out", "out", "a", "d/o"]);
        let inner = self.inner_command(depth);
        match self.random.below(11) {
            0 => format!("{inner} > {file}; cat {file}"),
            1 => format!("{inner} >> {file}; cat < {file}"),
            2 => format!("{{ {inner}; echo e >&2; }} &> {file}; wc -l < {file}"),
            3 => format!("p ~ ~/x ~+ a~ x=~ > {file}; for z in y=~ ~; do p $z; done"),
            4 => format!("exec 3> {file}; {inner} >&3; exec 3>&-; cat {file}"),
            5 => "p x > no/such; p $?".to_owned(),
            6 => format!("exec {{fd}}>> {file}; echo via >&$fd; exec {{fd}}>&-; cat {file}"),
            7 => format!("cat < {file} 2>/dev/null || p nofile"),
            8 => format!("{{ read x; read y; }} < <( {inner}); p \"$x\" \"$y\""),
            9 => format!("{inner} >| {file} 3>&1"),
            _ => format!("echo {} > \"$x\"out 2>/dev/null; echo *out", self.words(depth - 1, 2)),
        }
    }

    fn quoted_command(&mut self, depth: u32) -> String {
        let command = self.simple(depth - 1);
        format!("'{}'", command.replace('\'', "'\\''"))
    }

    fn consumer(&mut self, depth: u32) -> String {
        match self.random.below(7) {
            0 => "cat".to_owned(),
            1 => "while read -r a b; do p \"$b\" \"$a\"; done".to_owned(),
            2 => "wc -l".to_owned(),
            3 => "{ read x; p \"$x\"; cat >/dev/null; }".to_owned(),
            4 => "{ cat >/dev/null; false; }".to_owned(),
            5 => "{ mapfile -t arr; p \"${arr[@]}\"; }".to_owned(),
            _ => format!("{{ cat; {}; }}", self.simple(depth - 1)),
        }
    }

    fn reading(&mut self, depth: u32) -> String {
        let options = self.random.pick(&["-r", "", "-n 3", "-d b", "-a arr", "-N 2", "-r -a arr"]);
        let names = if options.contains("arr") { "" } else { self.random.pick(&["x", "x y", "x y z", ""]) };
        let ifs = self.random.pick(&["", "IFS= ", "IFS=: ", "IFS=, ", "IFS=' :' "]);
        format!("{ifs}read {options} {names} <<< {}; p $? \"$x\" \"$y\" \"$z\" \"$REPLY\"", self.word(depth - 1))
    }

    fn array_statement(&mut self, depth: u32) -> String {
        match self.random.below(9) {
            0 | 1 => format!("arr=({})", self.words(depth, 3)),
            2 => format!("arr+=({})", self.words(depth, 2)),
            3 => format!("arr[{}]={}", self.random.pick(&["0", "1", "5", "n", "-1", "1+1"]), self.assigned(depth)),
            4 => format!("unset 'arr[{}]'", self.random.pick(&["0", "1", "-1", "@"])),
            5 => format!("arr=([3]={} {} [1]={})", self.assigned(depth), self.word(0), self.assigned(depth)),
            6 => format!("mapfile -t arr < <(printf '%s\\n' {})", self.words(depth, 3)),
            7 => "for i in \"${!arr[@]}\"; do p $i \"${arr[i]}\"; done".to_owned(),
            _ => "p \"${arr[@]}\"; declare -p arr 2>/dev/null".to_owned(),
        }
    }

    fn map_statement(&mut self, depth: u32) -> String {
        match self.random.below(6) {
            0 | 1 => format!("unset map; declare -A map=([k]={} [a b]={})", self.assigned(depth), self.assigned(depth)),
            2 => format!(
                "declare -A map; map[{}]={}",
                self.random.pick(&["k", "$x", "'q r'", "n"]),
                self.assigned(depth)
            ),
            3 => "declare -A map; unset 'map[k]'; p ${#map[@]}".to_owned(),
            4 => "declare -A map; for i in \"${!map[@]}\"; do p \"$i\" \"${map[$i]}\"; done".to_owned(),
            _ => format!("declare -A map; map+=([k]+={} [j]=2)", self.assigned(depth)),
        }
    }

    fn nameref(&mut self, depth: u32) -> String {
        let target = self.random.pick(&["x", "arr", "arr[1]", "y"]);
        match self.random.below(3) {
            0 => format!("declare -n ref={target}; ref={}; p \"$ref\"; unset -n ref", self.assigned(depth)),
            1 => format!("g() {{ local -n r=$1; r={}; }}; g {target}", self.value()),
            _ => format!("y={target}; p \"${{!y}}\""),
        }
    }

    fn builtin(&mut self, depth: u32) -> String {
        match self.random.below(16) {
            0 => format!("let 'n={}'; p $?", self.arithmetic(depth)),
            1 => "set -- a 'b c' d; shift; p \"$@\"".to_owned(),
            2 => "OPTIND=1; while getopts ab: o -a -b v rest; do p $o \"$OPTARG\"; done; p $OPTIND".to_owned(),
            3 => "type -t p echo if cat nosuch; p $?".to_owned(),
            4 => "command -v echo if p; p $?".to_owned(),
            5 => "pushd d >/dev/null 2>&1 && { p \"${PWD##*/}\"; popd >/dev/null; }".to_owned(),
            6 => "cd d 2>/dev/null && p \"${PWD##*/}\" && cd ..; p $?".to_owned(),
            7 => format!("trap 'p usr1' USR1; kill -USR1 $$; {}; trap - USR1", self.simple(depth - 1)),
            8 => "export y; x=1 bash -c 'echo \"$x-$y\"'".to_owned(),
            9 => format!(
                "printf '{}\\n' {}",
                self.random.pick(&["%d", "%5s|", "%-5s|", "%q", "%b", "%x", "%s %s", "%c", "%05d", "%.2s"]),
                self.words(depth, 2)
            ),
            10 => format!("echo {} {}", self.random.pick(&["-n", "-e", "-E", "-ne", "--", "-x"]), self.words(depth, 2)),
            11 => "bash -c 'echo $0 \"$@\"; exit 4' name \"$@\"; p $?".to_owned(),
            12 => "printf 'echo sourced \"$1\"; return 3; echo no\\n' > src; . ./src arg; p $?".to_owned(),
            13 => "declare -f p | cat".to_owned(),
            14 => "( trap 'p sub' EXIT; exit 5 ); p $?".to_owned(),
            _ => "readonly ro=1; ( ro=2; p no ); p $?".to_owned(),
        }
    }

    /// Statements that end something.
    fn control(&mut self, depth: u32) -> String {
        match self.random.below(8) {
            0 => format!("( {}; exit {} ); p $?", self.simple(depth - 1), self.random.below(9)),
            1 => "exit 3".to_owned(),
            2 => format!("set -e; {}; set +e", self.simple(depth - 1)),
            3 => "set -u; (p $nope); p $?; set +u".to_owned(),
            4 => "p ${x?unset}".to_owned(),
            5 => "time -p true 2>/dev/null".to_owned(),
            6 => "x=$(exit 4); p $?".to_owned(),
            _ => "return 2 2>/dev/null; p $?".to_owned(),
        }
    }
}
