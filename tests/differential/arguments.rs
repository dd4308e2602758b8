//! What random calls of commands are made of: options and operands as templates, and small pools of values, so that
//! calls meet each other's edges. `{x}` in a template is a value of that kind; a blank parts two arguments.

use bstr::BString;

use crate::generate::Random;

/// How to call one command.
pub struct Tool {
    pub name: &'static str,
    options: &'static [&'static str],
    /// Each a list of operands; one is taken.
    operands: &'static [&'static str],
    most_options: usize,
    content: Content,
}

#[derive(Clone, Copy, PartialEq)]
enum Content {
    Text,
    Numbers,
    /// Lines of `key value`, often sorted.
    Sorted,
    Dates,
}

pub const TOOLS: &[Tool] = &[
    Tool {
        name: "sort",
        options: &[
            "-b", "-d", "-f", "-g", "-i", "-M", "-h", "-n", "-r", "-V", "-c", "-C", "-m", "-s", "-u", "-z", "-t {char}",
            "-t{char}", "-k {key}", "-k{key}", "-k {key} -k {key}", "--key={key}", "-o out", "-o f1", "--parallel={n}",
            "-S {n}", "--batch-size={n}", "--sort={sort}", "--check={check}", "--check", "-nr", "-uf", "-fd", "-bn",
            "+{n}", "--files0-from={file}", "--field-separator={char}", "--reverse", "--unique", "--stable", "--merge",
            "--debug", "-c", "-T dir",
        ],
        operands: &["", "", "f1", "f1 f2", "f1 - f2", "{files}"],
        most_options: 4,
        content: Content::Numbers,
    },
    Tool {
        name: "cut",
        options: &[
            "-b {list}", "-c {list}", "-f {list}", "-f{list}", "-f {list}", "-d {char}", "-d{char}", "-s", "-n", "-z",
            "--complement", "--output-delimiter={string}", "--bytes={list}", "--fields={list}", "--delimiter={char}",
            "--only-delimited", "--characters={list}", "-f {list} -d {char}", "-f {list} -d {char}",
        ],
        operands: &["", "f1", "f1 f2", "{files}"],
        most_options: 3,
        content: Content::Text,
    },
    Tool {
        name: "tr",
        options: &["-d", "-s", "-c", "-C", "-t", "-ds", "-cd", "-cs", "--delete", "--squeeze-repeats", "--complement", "--truncate-set1"],
        operands: &["{set} {set}", "{set} {set}", "{set}", "{set} {set}", "", "{set} {set} {set}"],
        most_options: 2,
        content: Content::Text,
    },
    Tool {
        name: "uniq",
        options: &[
            "-c", "-d", "-D", "-u", "-i", "-z", "-f {n}", "-s {n}", "-w {n}", "-f{n}", "--all-repeated={repeat}",
            "--group={repeat}", "--group", "--all-repeated", "-{digit}", "+{digit}", "--count", "--repeated", "--unique",
            "--ignore-case", "--skip-fields={n}", "--skip-chars={n}", "--check-chars={n}",
        ],
        operands: &["", "", "f1", "f1 out", "{files}"],
        most_options: 3,
        content: Content::Sorted,
    },
    Tool {
        name: "comm",
        options: &[
            "-1", "-2", "-3", "-12", "-23", "-13", "-123", "-z", "--check-order", "--nocheck-order", "--total",
            "--output-delimiter={string}",
        ],
        operands: &["f1 f2", "f1 f2", "f1 -", "- f2", "f1 f1", "{files}", "f1"],
        most_options: 3,
        content: Content::Sorted,
    },
    Tool {
        name: "join",
        options: &[
            "-1 {n}", "-2 {n}", "-j {n}", "-a {digit}", "-a1", "-a2", "-v {digit}", "-v1", "-v2", "-e {string}", "-o {joinlist}",
            "-o{joinlist}", "-o auto", "-t {char}", "-t{char}", "-i", "-z", "--check-order", "--nocheck-order", "--header",
            "-a 1 -a 2", "-j1 {n}", "-j2 {n}",
        ],
        operands: &["f1 f2", "f1 f2", "f1 -", "f1 f1", "{files}", "f1"],
        most_options: 4,
        content: Content::Sorted,
    },
    Tool {
        name: "paste",
        options: &["-d {delimiters}", "-d{delimiters}", "-s", "-z", "--serial", "--delimiters={delimiters}"],
        operands: &["", "f1", "f1 f2", "f1 f2 f3", "- -", "- f1 -", "{files}", "f1 f1"],
        most_options: 3,
        content: Content::Text,
    },
    Tool {
        name: "fold",
        options: &["-b", "-s", "-w {n}", "-w{n}", "-{digit}", "--width={n}", "--bytes", "--spaces", "-sw{digit}", "-bw{digit}"],
        operands: &["", "f1", "f1 f2", "{files}"],
        most_options: 3,
        content: Content::Text,
    },
    Tool {
        name: "wc",
        options: &["-c", "-l", "-w", "-m", "-L", "-lw", "-cm", "--files0-from={file}", "--lines", "--bytes", "--chars", "--max-line-length", "--words"],
        operands: &["", "-", "f1", "f1 f2", "f1 - f2", "{files}", "f1 dir", "missing"],
        most_options: 3,
        content: Content::Text,
    },
    Tool {
        name: "head",
        options: &[
            "-n {count}", "-c {count}", "-n{count}", "-c{count}", "-q", "-v", "-z", "-{digit}", "-{digit}{headletter}", "--lines={count}",
            "--bytes={count}", "--quiet", "--verbose", "--silent", "--zero-terminated",
        ],
        operands: &["", "f1", "f1 f2", "f1 - f2", "{files}", "- -"],
        most_options: 3,
        content: Content::Text,
    },
    Tool {
        name: "tail",
        options: &[
            "-n {count}", "-c {count}", "-n{count}", "-c{count}", "-q", "-v", "-z", "-{digit}", "-{digit}{headletter}", "+{digit}",
            "+{digit}{headletter}", "--lines={count}", "--bytes={count}", "--quiet", "--verbose", "--zero-terminated",
        ],
        operands: &["", "f1", "f1 f2", "f1 - f2", "{files}", "- -"],
        most_options: 3,
        content: Content::Text,
    },
    Tool {
        name: "grep",
        options: &[
            "-E", "-F", "-G", "-i", "-v", "-w", "-x", "-c", "-n", "-b", "-o", "-l", "-L", "-q", "-s", "-h", "-H", "-z", "-Z", "-a",
            "-A {n}", "-B {n}", "-C {n}", "-{digit}", "-m {count}", "-e {regex}", "-e {regex} -e {regex}", "-f {file}", "-r", "-y",
            "--color=always", "--colour={when}", "--binary-files={binary}", "-I", "-U", "--label={string}", "-T", "--null",
            "--include={glob}", "--exclude={glob}", "--exclude-dir={glob}", "-d {directories}", "--no-messages", "--line-buffered",
            "--group-separator={string}", "--no-group-separator", "--max-count={n}", "-on", "-ob", "-no-ignore-case", "--no-ignore-case",
            "-nH", "-P",
        ],
        operands: &[
            "{regex}", "{regex} f1", "{regex} f1 f2", "{regex} f1 -", "{regex} {files}", "{regex} dir f1", "f1", "{regex} f1", "{regex} f1",
        ],
        most_options: 4,
        content: Content::Text,
    },
    Tool {
        name: "printf",
        options: &[],
        operands: &[
            "{format}", "{format} {word}", "{format} {word}", "{format} {word} {word}", "{format} {word} {word} {word}", "-- {format} {word}", "",
            "{format} {word} {word} {word} {word}",
        ],
        most_options: 0,
        content: Content::Text,
    },
    Tool {
        name: "date",
        options: &["-u", "-R", "-I", "-I{iso}", "--rfc-3339={iso}", "--iso-8601={iso}", "--utc", "--rfc-email"],
        operands: &[
            "-d {date}", "-d {date} +{strftime}", "-d {date} +{strftime}", "-u -d {date} +{strftime}", "--date={date} +{strftime}", "-f f1 +{strftime}",
            "-d {date} {date}", "-d {date} -d {date}",
        ],
        most_options: 1,
        content: Content::Dates,
    },
    Tool {
        name: "seq",
        options: &["-w", "-s {string}", "-f {float}", "-f{float}", "--separator={string}", "--format={float}", "--equal-width", "-s{string}"],
        operands: &["{real}", "{real} {real}", "{real} {step} {real}", "{real} {step} {real}", "{real} {real} {real} {real}", "", "-- {real} {real}"],
        most_options: 2,
        content: Content::Text,
    },
    Tool {
        name: "expr",
        options: &[],
        operands: &[
            "{e}", "{e} {op} {e}", "{e} {op} {e}", "{e} {op} {e} {op} {e}", "( {e} {op} {e} ) {op} {e}", "{fn} {e} {e}", "{fn} {e} {e} {e}", "{e} : {bre}",
            "{e} : {bre}", "match {e} {bre}", "{e} {op} ( {e} {op} {e} )", "length {e} {op} {e}", "substr {e} {e} {e}", "index {e} {e}", "", "+ {e} {op} {e}",
            "( {e}", "{e} {e}", "{op}", "{e} {op}", "-- {e} {op} {e}", "{e} )",
        ],
        most_options: 0,
        content: Content::Text,
    },
    Tool {
        name: "sed",
        options: &[
            "-n", "-E", "-s", "-z", "-r", "-l {n}", "-u", "--posix", "-i", "-i.bak", "-e {sed}", "-e {sed}", "--quiet", "--separate",
        ],
        operands: &["{sed}", "{sed}", "{sed} f1", "{sed} f1 f2", "{sed} {files}", "f1", "{sed} f1"],
        most_options: 2,
        content: Content::Text,
    },
];

/// The pool of values behind a placeholder.
fn pool(kind: &str) -> &'static [&'static str] {
    match kind {
        "n" => &[
            "0", "1", "2", "3", "5", "-1", "+2", "", "x", "1x", "007", " 1", "99999999999999999999", "18446744073709551615", "18446744073709551616",
            "9223372036854775807", "9223372036854775808", "1K", "2b", "0x1", "1.5", "80", "1 ", "-0",
        ],
        "digit" => &["0", "1", "2", "3", "10", "12", "1"],
        "count" => &[
            "0", "1", "2", "3", "5", "-1", "-2", "+1", "+2", "+0", "-0", "", "x", "1x", "1b", "1K", "1kB", "1k", "-1K", "+", "-", "99999999999999999999",
            "-99999999999999999999", "1KiB", "1MB", "1G", "1Y", " 2", "--2", "1bb", "2c", "9223372036854775807", "18446744073709551615",
        ],
        "headletter" => &["c", "k", "b", "m", "l", "q", "v", "lq", "x", "ck", "f"],
        "char" => &[",", ":", " ", "a", "", "ab", "\\0", "\\t", "\t", "é", "\n", "b", "\\n", "''", "\\", "."],
        "key" => &[
            "1", "2", "1,1", "2,2", "1.1", "1.2,1.3", "2n", "2nr", "2,1", "0", "1,0", "1.0", "x", "", "1,", "2.2", "1b,1", "1,1b", "2g", "1f", "3M", "1h", "1V,1",
            "1n,1g", "1d", "1i,2", "2.1b", "1.2b,1.3b", "2,2.0", "1,2.1", "-1", "1x", "1.x", "1z", "1,1z", "99999999999999999999", "1.99999999999999999999",
            "1nd", "2r", "1,3n", "1bf", "1Mn", "2,2n", "2,2nr", "1dr", "1fu", "1,2,3",
        ],
        "sort" => &["numeric", "general-numeric", "human-numeric", "month", "version", "n", "g", "x", "h", ""],
        "check" => &["quiet", "silent", "diagnose-first", "q", "x", "", "s"],
        "repeat" => &["none", "prepend", "separate", "append", "both", "x", "", "p", "s"],
        "list" => &[
            "1", "2", "1,2", "1-2", "-2", "2-", "1-1", "2-1", "0", "0-1", "-", "", ",", "1,,2", "1 2", "3,1", "1,3-", "x", "1-x", "1x", "-1-", "1--2",
            "18446744073709551615", "18446744073709551616", "5-18446744073709551615", "1\t3", "2-3,1-2", "4-,2-", "1-3,5", "-0", "é", "1,", "+1", "2,2,2", "1-2,3-4",
        ],
        "string" => &["", ",", "--", "a", "XY", "é", "\\n", "\\0", "%", "\t", ":", "\\"],
        "delimiters" => &[
            "", ",", ",:", "\\n", "\\t", "\\0", "\\\\", "\\", "a\\", "\\a", "é", ",\\0", "\\b", "\\f\\r\\v", "ab", "\\x", "\\n,", "\\011", "0\\", "xyz",
        ],
        "set" => &[
            "a", "b", "ab", "a-c", "c-a", "[:lower:]", "[:upper:]", "[:digit:]", "[:alpha:]", "[:space:]", "[:alnum:]", "[:punct:]", "[:foo:]", "[:blank:]", "[:cntrl:]",
            "[:print:]", "[:graph:]", "[:xdigit:]", "[a*]", "[a*3]", "[a*03]", "[a*x]", "x[b*]", "[=a=]", "[=ab=]", "\\n", "\\t", "\\\\", "\\012", "\\0", "\\400", "\\", "a\\",
            "", "-", "a-", "-a", "a-b-c", "\\-", "[", "]", "[]", "[a]", "[:", "[::]", "[=", "[==]", "\\x", "0-9", "A-Z", "a-zA-Z", "é", " ", "\\001-\\011", "[a*][b*]", "[:lower:][:digit:]",
            "[:digit:][:lower:]", "[:lower:]a", "[:upper:]a", "ABC[:lower:]", "abc[:upper:]", "a-\\n", "\\a\\b\\f\\r\\v", "\\1", "\\12", "\\1234", "[a*0]", "[a*-1]", "[a*99999999999999999999]", "[\\n*]", "[-*2]", "[:*]",
            "a-a", "\\8", "[[:lower:]]", "z-a", "+--", "--/",
        ],
        "joinlist" => &["1.1", "2.1", "0", "0,1.2,2.2", "1.2 2.2", "1.0", "3.1", "x", "", "1.", "1.1,", "0.1", "1.99999999999999999999", "2.2,0", "auto", "1.1,,2.1", "1.3,2.3", "1"],
        "regex" => &[
            "a", "b", "ab", "a*", ".", "^", "$", "^a", "a$", "[ab]", "[^a]", "[a-c]", "a\\|b", "a|b", "\\(a\\)\\1", "(a)\\1", "a\\{2\\}", "a{2}", "a{1,}", "a+", "a?", "a\\+", "[[:digit:]]", "[[:space:]]",
            "[[:foo:]]", "[:digit:]", "[a", "a\\", "\\(a", "(a", "a)", "\\)", "*", "+", "?", "{1}", "a{,2}", "a{2,1}", "a{x", "\\<a", "b\\>", "\\bb", "\\B", "\\w", "\\W", "\\s", "\\S", "x*", "", "a b", "é", "-a", "[]a]",
            "[a\\]", "\\.", "\\a", "^*", "^a*b", "a**", "(|a)", "()", "\\(\\)", "(a|ab)(c|bcd)", "[b-a]", "[[.a.]]", "[[=a=]]", "[[.space.]]", "a.b", "\\n", "a\nb", "A", "0", "1", "[0-9]+", "^$", "a.*b", "(^|b)a", "a{0}", "a{99999}",
            "\\1", "\\(a*\\)*", "(a*)+", "(a*)*b", "[é]", "É", "\\d", "^[^b]*$", "b*a", "\\`a", "a\\'", "[[:alpha:]",
        ],
        "when" => &["always", "never", "auto", "x", ""],
        "binary" => &["text", "without-match", "binary", "x"],
        "glob" => &["f*", "f1", "*", "in*", "dir", "[", "inner", ""],
        "directories" => &["read", "skip", "recurse", "x"],
        "file" => &["f1", "f2", "missing", "dir", "-", "in", ""],
        "files" => &["f1 missing", "missing", "dir", "- f1", "f1 dir f2", "f2 f1", "f3", "f1 f2 f3", "f1 f2 f3 -", "-- f1 f2", "missing f1"],
        "format" => &[
            "%s", "%d", "%i", "%u", "%x", "%X", "%o", "%c", "%b", "%q", "%e", "%f", "%g", "%a", "%%", "%", "%z", "%5s", "%-5s|", "%05d", "%+d", "% d", "%.3s", "%.0f", "%5.2f", "%*s", "%-*s|", "%.*f", "%*.*f", "%#x", "%#o",
            "%s %s\\n", "%d,", "\\n", "\\t", "\\x41", "\\101", "\\0101", "\\u00e9", "\\U0001F600", "\\c", "a\\cb", "\\e", "\\", "\\z", "\\x", "\\u12", "a%sb", "plain", "", "%E", "%G", "%A", "%'d", "%ld", "%hhd", "%Lf", "%1$s", "%.s", "%.d", "%010.3f",
            "%-010d|", "%+s", "%#s", "%0s", "%5c|", "%.1c", "%5%", "%-5b|", "%.2b", "%5q", "%F", "%n", "%b|%s\\n", "%s%d", "%08.3e", "%.20g", "%.15g", "%.10a", "%#g", "%+.0e", "%99999999999d", "%.99999999999d", "\\\"", "\\?", "%s\\c%s", "\\777", "\\ud800", "%0*d",
            "%- d|", "%+ d", "%#.3o", "%.0d|", "%x %X %o\\n", "é%3s|",
        ],
        "word" => &[
            "0", "1", "-1", "42", "007", "0x1F", "0b1", "1e3", "1.5", "-0", "-0.0", "abc", "", " ", " 7", "7 ", "'a", "\"b", "'", "\"", "'ab", "'é", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
            "18446744073709551615", "18446744073709551616", "inf", "nan", "-inf", "1e400", "1e-400", "0x1p3", "0x1.8p1", "3abc", "08", "a b", "a\\nb", "\\x41", "\\101", "\\0101", "\\c", "x\\cy", "é", "日本", "it's", "\t", "\n", "$x", "~", "a\"b", "2.5", "3.5", "123456789.123456789",
            "1e15", "1e16", "0.1", "1e-5", "0.0001", "100000", "1000000", "--", "-x", "+5", "%s", "*", "\\", "\\\\", "0x", "1e", ".", ".5", "5.", "infinity", "NaN", "1,000", "12345678901234567890123", "0.000012345", "-3", "2", "5", "10", "-5", "\\u00e9", "!", "a!b", "[x]", "#", "=", "a=b",
            "{a}", "\x7f", "\x01", "é\n",
        ],
        "iso" => &["date", "hours", "minutes", "seconds", "ns", "x", "", "d", "s", "h", "n"],
        "strftime" => &[
            "%F", "%T", "%F %T", "%s", "%Y-%m-%dT%H:%M:%S%z", "%a %b %e", "%A %B", "%c", "%x", "%X", "%D", "%j", "%U %V %W", "%G %g", "%u %w", "%I %p %P", "%l %k", "%C %y", "%N", "%3N", "%-d", "%_d", "%05d", "%^a", "%#a", "%#Z", "%Z", "%:z", "%::z", "%:::z", "%::::z", "%q", "%n%t", "%%", "%",
            "%Q", "%E", "%Ey", "%Od", "%10Y", "%+Y", "%-10d|", "%_5m|", "%^10B|", "%s.%N", "%r", "%R", "%h", "%e", "%10%", "%-N", "%_N", "%6N", "%10N", "%+4C", "%012s", "%^p", "%#p", "%#B", "%5n", "%-y", "%E%", "%EY", "%OY", "%-:z", "%_z", "%010z", "%_10z", "%-z", "%+z", "%:", "%Es", "é%d",
            "%^Z", "%+F", "%12F", "%_F", "%-F", "%20c|", "%-I:%M %p", "%-j", "%_H",
        ],
        "real" => &[
            "1", "2", "3", "5", "10", "0", "-1", "-3", "1.5", "0.5", "2.0", "1e1", "0x5", "010", "+3", " 4", "", "x", "1x", "inf", "nan", "-0", "1.50", "0.1", "1e-1", "100", "9", "12", "1e2", ".5", "5.", "0x1p2", "9223372036854775807", "18446744073709551616", "-5", "1.000", "08", "-1.5", "0.30", "3e0", "4 ", "1e400",
            "99999999999999999998", "1,5",
        ],
        "step" => &["1", "2", "3", "-1", "-2", "0.5", "0.1", "-0.5", "0", "1.5", "x", "0.25", "1e0", "10", "-0", "0x2", "0.10", "nan", "inf", "1e1", "-.3", "5", "+1"],
        "float" => &["%g", "%f", "%.2f", "%e", "%5g|", "%-5g|", "%05g", "%a", "%G", "%E", "x%gy", "%", "%%", "%d", "%g%g", "%%%g", "x", "", "%s", "%.0f", "%+g", "% g", "%'g", "%#g", "%5.1f", "%.10g", "%Lg", "%A", "%.1a", "%F", "%lg", "%0", "%z", "%g%", "%g%%", "é%g", "%3", "%-+05.1f"],
        "e" => &[
            "0", "1", "2", "3", "-1", "10", "007", "a", "ab", "abc", "", "+", "(", "-5", "1.5", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "é", "aé", "日本", "00", "-0", "length", "match", "x y", " 1", "1 ", "0x1", "+1", "b", "--", "*", "-", "2147483648", "aab",
        ],
        "op" => &["+", "-", "*", "/", "%", "<", "<=", "=", "==", "!=", ">=", ">", "|", "&", ":", "+", "*"],
        "fn" => &["match", "substr", "index", "length", "+", "quote"],
        "bre" => &[
            "a", "a*", ".*", "\\(a\\)", "\\(.\\).*", "[a-c]*", "b", "^a", "a$", "\\(a*\\)b", "\\([0-9]*\\)", "", "\\(", "[", "\\", "a\\{2\\}", "\\(a\\)\\(b\\)", "\\(\\)", ".", "\\(b\\)*", "*", "a\\|b", "\\(a\\|b\\)*", "[[:alpha:]]*", "..", "\\)", "\\(é\\)", "a\\+", "a\\?b", "\\1", "x*\\(y\\)*", "a**", "a\\{x",
        ],
        "sed" => &[
            "p", "d", "s/a/X/", "s/a/X/g", "s/a/X/2", "s/a/X/gp", "s/\\(a\\)\\(b\\)/\\2\\1/", "s/a*/x/g", "s/b*$/[&]/", "1d", "$d", "$!d", "1,2d", "2,$p", "/a/d", "/a/,/b/d", "/a/!d", "1~2d", "2,+1d", "0,/a/d", "y/abc/xyz/", "y/a/xy/", "1i\\\ntext", "1i text", "a\\\nx", "a x", "c x", "$a end", "1c\\\nz", "=", "l",
            "l 5", "n;d", "N;P;D", "N;s/\\n/+/", "G", "H;$!d;x", "h;G", "x", "q", "q5", "Q", "Q3", "1q", "2q", ":a;N;$!ba;s/\\n/,/g", "b", "ba", "t", "s/a/b/;ta;d;:a", "r f2", "1r f3", "R f2", "w out", "1w out", "/a/w out", "s/a/X/w out", "{p", "}", "{p}", "p}", "{p;d}", "s/a/b", "s/a", "s/(a)/x/", "s/\\(a/x/", "s/a/\\1/",
            "y/a/", "k", "pp", "p;p", "p x", "1,d", ",1d", "0d", "0p", "/a/I,3p", "/A/Id", "s/A/x/I", "s/./\\U&/", "s/\\w\\+/\\u&/g", "s/a/\\n/", "s/\\t/T/", "s/$/\\t|/", "s|a|b|", "s,a,\\,,", "s/a/x/0", "s/a/x/gg", "s/a/x/pp", "s/a/x/1 2", "s/x*/-/2", "s/x*/-/3g", "/^$/d", "s/^/> /", "s/[ab]/<&>/g", "s/a\\|b/-/g", "s/a|b/-/g", "s//x/", "/a/s//x/g",
            "//p", "F", "z", "s/a/b/m", "s/^/x/mg", "N;s/^/x/Mg", "N;N;s/a$/x/M", "# comment", "#n", "#n\np", "", ";", ";;p", " p", "1 p", "1!p", "1!!p", "1! p", "2,1p", "/a/,1p", "2,/a/p", "/b/,+1p", "/b/,~2p", "1,~3p", "v", "v 4.2", "v 9.0", "W out", "i\\", "a\\", "a", "i", "r", "a\\  x", "a\\\nx\\\ny", "$!N;P;D", "n", "N", "$!n;d", "D", "P",
            "s/a/\\x41/", "s/\\x61/x/", "s/a/\\L&B/", "s/b/\\E/", "y/\\n/x/", "y/a\\/b/x\\/y/", "y,a\\,b,123,", "\\,a,p", "\\aaap", "/a\\/b/p", "l 0", "l 1", "l 2", "q x", "5q 1", "b x y", ": a", ":", ":a b", "t;p", "T;p", "s/a/b/;T;p", "}{", "{;}", "{}", "1{2{p}}", "1{p", "s/a\\{2\\}/x/", "s/a{2}/x/", "s/\\(a\\)*/<\\1>/g", "s/[/]/x/", "s/[a/b/", "/[/p", "/a", "\\a", "1,3{/a/p;/b/d}",
            "$=", "$p;1p", "x;G;1!h;s/\\n/-/g;$!d", "s/\\n/x/", "s/.$//", "s/^.//;s/.$//", "1~0p", "0~2p", "2~3p", "0~0p", "1,2!p", "c\\\nx", "$!{c x\n}", "2,3c x", "2,3!c x", "i\\\n  x", "i   x", "1a\\ttab", "a\\x41", "a hello\\", "M", "s/a/b/M",
        ],
        _ => &["?"],
    }
}

/// Values that are valid: taken two times in three.
fn good(kind: &str) -> Option<&'static [&'static str]> {
    Some(match kind {
        "n" => &["0", "1", "2", "3", "5", "10", "007", "1", "2"],
        "count" => &["0", "1", "2", "3", "5", "-1", "-2", "+1", "+2", "+0", "-0", "10", "2b", "1K"],
        "char" => &[",", ":", " ", "a", "b", "-", "1"],
        "key" => &["1", "2", "1,1", "2,2", "1.2,1.3", "2n", "2nr", "2,1", "1b,1", "2g", "1f", "3M", "1h", "1V,1", "1d", "1i,2", "2.1b", "1.2b,1.3b", "2,2.1", "1,1n", "2,2r", "3", "1.2", "1.3,1.2", "2,3", "1.1,1.1", "1,1f", "1,1bd"],
        "sort" => &["numeric", "general-numeric", "human-numeric", "month", "version"],
        "repeat" => &["none", "prepend", "separate", "append", "both"],
        "list" => &["1", "2", "1,2", "1-2", "-2", "2-", "1-1", "3,1", "1,3-", "2-3,1-2", "4-,2-", "1-3,5", "2,2,2", "1-2,3-4", "5", "3-", "-1,4", "1 3"],
        "set" => &["a", "b", "ab", "a-c", "[:lower:]", "[:upper:]", "[:digit:]", "[:alpha:]", "[:space:]", "[:alnum:]", "[:punct:]", "\\n", "\\t", "0-9", "A-Z", "a-zA-Z", " ", "x", "-", "a-", "abc", "xyz", "\\0", "[=a=]", "AB", "1-3", ",.", "é", "b-d"],
        "joinlist" => &["1.1", "2.1", "0", "0,1.2,2.2", "1.2 2.2", "auto", "1.3,2.3", "2.2,0", "1.1,1.2,2.1,2.2"],
        "e" => &["0", "1", "2", "3", "-1", "10", "a", "ab", "abc", "", "12", "aab", "é", "5"],
        "real" => &["1", "2", "3", "5", "10", "0", "-1", "-3", "1.5", "0.5", "2.0", "1e1", "9", "12", ".5", "-5", "100"],
        "step" => &["1", "2", "3", "-1", "-2", "0.5", "0.1", "-0.5", "1.5", "0.25", "5"],
        _ => return None,
    })
}

/// Pieces of dates: put together they are valid or nearly so, and none of them asks for the present second.
fn date(random: &mut Random) -> String {
    const DAYS: &[&str] = &[
        "2024-02-29", "2024-02-30", "2023-12-31", "1970-01-01", "2000-01-01", "1969-12-31", "2024-13-01", "2024-1-5", "24-01-05", "01/02/2024", "1/2/24", "20240229", "2024/02/29", "29 Feb 2024", "Feb 29 2024", "Feb 29, 2024", "29-Feb-2024", "29feb2024", "Sunday 2024-03-10", "Mon, 04 Mar 2024",
        "9999-12-31", "10000-01-01", "0001-01-01", "1900-03-01", "2038-01-19", "2024-366", "february 3 2021", "Sept 5 2020", "2024-06-31", "Thu Feb 29 2024", "12/31/1999", "13/1/2024", "2024.02.29", "2024-02", "March 2024", "@0", "@1700000000", "@-1", "@1.5", "@1700000000.123456789", "@x", "@", "@99999999999", "@-1.25",
    ];
    const TIMES: &[&str] = &[
        "12:34", "12:34:56", "00:00", "23:59:59", "24:00", "23:59:60", "12:60", "1pm", "12am", "12 pm", "1:30 PM", "11:59:59.999 a.m.", "13pm", "12:34:56.789", "12:34:56,5", "T12:34", "T12:34:56Z", "midnight", "noon", "0pm", "12:34 +0200", "12:34+02:00", "12:34:56 -0530", "12:34 UTC", "12:34 EST", "12:34 EDT", "12:34 PST", "12:34 CEST",
        "12:34 GMT", "12:34 Z", "12:34 A", "12:34 +25", "12:34-8", "12:34 UTC+3", "12:34 XYZ", "1234", "12:34 +02", "12:34 BST", "12:34 JST", "12:34 GMT-5", "12:34 MST", "00:00 J",
    ];
    const CHANGES: &[&str] = &[
        "+1 day", "-1 day", "1 day ago", "2 days", "+1 month", "-1 month", "1 year ago", "+1 week", "next week", "last month", "yesterday", "tomorrow", "today", "now", "next Monday", "last Friday", "monday", "2 monday", "third sunday", "+1 hour", "90 minutes ago", "-30 sec", "+1.5 hours", "fortnight", "1 fortnight ago", "+1 day ago", "next day",
        "last year", "12 months", "-12 month", "+100000000000 years", "+1 foo", "ago", "+", "twelfth hour", "second", "1 second", "eleventh month", "this week", "+3 weeks -2 days", "+1 mon", "+1 min", "this monday", "-1 sunday", "sunday", "day", "0 day", "DST", "+1day", "1 weeks ago 2 hours", "eighth day", "next next day", "hours", "-0 days",
    ];
    let mut parts = Vec::new();
    let day = random.pick(DAYS);
    parts.push(day);
    if random.one_in(2) {
        parts.push(random.pick(TIMES));
    }
    while random.one_in(3) && parts.len() < 5 {
        parts.push(random.pick(CHANGES));
    }
    if random.one_in(8) {
        parts.push(random.pick(&["(comment)", "((a) b", ",", "-", "x", "é", "2024", "12:00", "TZ=\"Europe/Paris\"", "5", "+5"]));
    }
    if random.one_in(6) {
        let last = parts.len() - 1;
        parts.swap(0, last);
    }
    let glue = if random.one_in(10) { "" } else { " " };
    let text = parts.join(glue);
    match random.below(24) {
        0 => format!("TZ=\"America/New_York\" {text}"),
        1 => format!("TZ=\"Asia/Tokyo\" {text}"),
        2 => text.to_uppercase(),
        _ => text,
    }
}

fn value(random: &mut Random, kind: &str) -> String {
    match kind {
        "date" => date(random),
        "regex" | "bre" if random.one_in(3) => {
            let mut text = String::new();
            for _ in 0..1 + random.below(3) {
                text += random.pick(pool(kind));
            }
            text
        }
        "regex" | "bre" if random.one_in(2) => {
            const PIECES: &[&str] = &["a", "b", "c", ".", "*", "\\(", "\\)", "(", ")", "|", "\\|", "[ab]", "[^a]", "^", "$", "+", "?", "\\1", "{1,2}", "\\{1,2\\}", " ", "A", "1", "\\<", "\\>", "\\b", "é"];
            (0..1 + random.below(7)).map(|_| random.pick(PIECES)).collect()
        }
        "set" | "delimiters" | "format" | "strftime" | "string" if random.one_in(4) => {
            format!("{}{}", random.pick(pool(kind)), random.pick(pool(kind)))
        }
        "format" if random.one_in(3) => {
            let mut text = String::from("%");
            for _ in 0..random.below(4) {
                text += random.pick(&["-", "+", " ", "#", "0", "'"]);
            }
            text += random.pick(&["", "", "1", "5", "12", "*", "0"]);
            text += random.pick(&["", "", ".", ".0", ".1", ".3", ".20", ".*"]);
            text + random.pick(&["d", "i", "u", "x", "X", "o", "c", "s", "b", "q", "e", "f", "g", "a", "E", "G", "F", "A"]) + random.pick(&["", "|", "\\n"])
        }
        "float" if random.one_in(3) => {
            let mut text = String::from("%");
            for _ in 0..random.below(3) {
                text += random.pick(&["-", "+", " ", "#", "0", "'"]);
            }
            text += random.pick(&["", "", "1", "5", "12"]);
            text += random.pick(&["", "", ".", ".0", ".1", ".3", ".20"]);
            text + random.pick(&["e", "f", "g", "a", "E", "G", "F", "A"]) + random.pick(&["", "|"])
        }
        "strftime" if random.one_in(3) => {
            let mut text = String::from("%");
            for _ in 0..random.below(3) {
                text += random.pick(&["-", "_", "0", "^", "#", "+"]);
            }
            text += random.pick(&["", "", "1", "3", "5", "12", "20"]);
            text += random.pick(&["", "", "", "E", "O", ":", "::"]);
            text + random.pick(&["a", "A", "b", "B", "c", "C", "d", "D", "F", "g", "G", "h", "H", "I", "j", "k", "l", "m", "M", "n", "N", "p", "P", "q", "r", "R", "s", "S", "t", "T", "u", "U", "V", "w", "W", "x", "X", "y", "Y", "z", "Z", "%", "f", "i", "v"]) + random.pick(&["", "|"])
        }
        "list" | "key" | "joinlist" if random.one_in(4) => format!("{},{}", random.pick(pool(kind)), random.pick(pool(kind))),
        "sed" if random.one_in(3) => format!("{}{}{}", random.pick(pool(kind)), random.pick(&[";", "\n", ""]), random.pick(pool(kind))),
        "sed" if random.one_in(4) => {
            let address = random.pick(&["1", "2", "$", "/a/", "1,2", "/b/,$", "1!", "0,/a/", "2~2", "/a/I", "1,/a/", "$!"]);
            format!("{address}{}", random.pick(pool(kind)))
        }
        "sed" if random.one_in(3) => {
            let (regex, flags) = (value(random, "regex"), random.pick(&["", "g", "p", "2", "I", "2g", "M", "gI"]));
            format!("s/{regex}/{}/{flags}", random.pick(&["", "X", "[&]", "\\1", "\\U&", "<\\0>", "\\n"]))
        }
        "word" | "e" if random.one_in(6) => (random.next() as i64 >> random.below(64)).to_string(),
        "real" | "step" if random.one_in(4) => {
            let digits = random.below(2000) as i64 - 300;
            let scale = random.below(4);
            format!("{:.scale$}", digits as f64 / 10f64.powi(scale as i32))
        }
        _ => match good(kind) {
            Some(values) if !random.one_in(3) => random.pick(values).to_owned(),
            _ => random.pick(pool(kind)).to_owned(),
        },
    }
}

/// Fills a template in.
fn fill(random: &mut Random, template: &str, out: &mut Vec<BString>) {
    for part in template.split(' ').filter(|part| !part.is_empty()) {
        if part == "{files}" {
            let template = random.pick(pool("files"));
            fill(random, template, out);
            continue;
        }
        let mut text = String::new();
        let mut rest = part;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((kind, after)) = after.split_once('}') else { break };
            text += before;
            text += &value(random, kind);
            rest = after;
        }
        text += rest;
        let mut text = BString::from(text);
        // Now and then a byte that is no UTF-8.
        if random.one_in(60) {
            let place = random.below(text.len() + 1);
            text.insert(place, 0xff);
        }
        out.push(text);
    }
}

/// The arguments of a call.
pub fn arguments(random: &mut Random, tool: &Tool) -> Vec<BString> {
    let mut args: Vec<BString> = Vec::new();
    if tool.most_options > 0 {
        for _ in 0..random.below(tool.most_options + 1) {
            let template = random.pick(tool.options);
            fill(random, template, &mut args);
        }
        if tool.name == "cut" && random.one_in(2) {
            args.clear();
            let template = random.pick(&["-b {list}", "-c {list}", "-f {list} -d {char}", "-f {list}"]);
            fill(random, template, &mut args);
            if random.one_in(2) {
                let template = random.pick(tool.options);
            fill(random, template, &mut args);
            }
        }
    }
    let options = args.len();
    let template = random.pick(tool.operands);
            fill(random, template, &mut args);
    // `date` could set the clock, and the operands of these two begin with dashes anyway.
    if random.one_in(12) && !matches!(tool.name, "date" | "expr" | "printf") {
        let odd = random.pick(&["-Z", "-X", "--bogus", "--bogus=1", "-!", "-é", "--", "-", "--complemen", "--s", "--c", "--z", "--zero-terminated", "--no", "--l", "--verbose=1", "--lines", "--count=1", "-n", "-f", "-k"]);
        let place = random.below(args.len() + 1);
        args.insert(place, odd.into());
    } else if random.one_in(12) && options > 0 && !matches!(tool.name, "date") {
        // An option behind the operands.
        let moved = args.remove(0);
        args.push(moved);
    }
    args.retain(|arg| !arg.contains(&0));
    args
}

/// What a file holds.
pub fn content(random: &mut Random, tool: &Tool) -> BString {
    const TEXT: &[&str] = &["a", "b", "c", "A", "B", " ", "  ", "\t", "1", "0", "-", ",", ":", ".", "é", "日", "a", "b", "ab", "a b", "x"];
    const RARE: &[&str] = &["\0", "\r", "\x08", "\x1b[1m", "\x0b", "\x0c", "\u{301}", "É", "\u{a0}", "\u{200b}", "ﬀ", "\\", "\x7f", "ß", "İ", "\u{2003}"];
    const NUMBERS: &[&str] = &[
        "1", "2", "10", "-1", "1.5", "1e3", "1K", "2M", "0x1F", "Jan", "feb", "MAR", "a", "B", "b", "A", "", " 3", "007", "1.0", "inf", "nan", "-inf", "1,000", "v1.2", "v1.10", "a1", "a10", "a2", "1.2.3", "-", "+5", "--1", ".5", "0", "-0", "~", "1~", "file-1.tar.gz", "file-1.2.tar.gz", "_", "é", "1G", "100k", "-2K", "0.5M", ".", "..", ".a", "a.b", "1 2", "9007199254740993", "99999999999999999999", "1e400",
    ];
    const KEYS: &[&str] = &["a", "b", "c", "A", "aa", "ab", "1", "2", "10", "", "é", "B", "k", "a", "b"];
    if random.one_in(8) {
        return BString::default();
    }
    let nul = random.one_in(8);
    let terminator = if nul { "\0" } else { "\n" };
    let rare = random.one_in(4);
    let most = if random.one_in(10) { 30 } else { 7 };
    let (mut lines, count) = (Vec::new(), 1 + random.below(most));
    for _ in 0..count {
        let mut line = String::new();
        match tool.content {
            Content::Text => {
                let most = if random.one_in(20) { 60 } else { 8 };
                for _ in 0..random.below(most) {
                    line += if rare && random.one_in(4) { random.pick(RARE) } else { random.pick(TEXT) };
                }
            }
            Content::Numbers => {
                for index in 0..1 + random.below(3) {
                    if index > 0 {
                        line += random.pick(&[" ", " ", "\t", ",", ":", "  "]);
                    }
                    line += random.pick(NUMBERS);
                }
                if rare && random.one_in(4) {
                    line += random.pick(RARE);
                }
            }
            Content::Sorted => {
                for index in 0..1 + random.below(3) {
                    if index > 0 {
                        line += random.pick(&[" ", " ", " ", "\t", ",", "  "]);
                    }
                    line += random.pick(KEYS);
                }
                if rare && random.one_in(4) {
                    line += random.pick(RARE);
                }
            }
            Content::Dates => line = date(random),
        }
        lines.push(line);
    }
    if tool.content == Content::Sorted && !random.one_in(4) {
        lines.sort();
    }
    let mut text = BString::from(lines.join(terminator));
    if !random.one_in(4) {
        text.extend_from_slice(terminator.as_bytes());
    }
    if random.one_in(8) && !text.is_empty() {
        for _ in 0..1 + random.below(3) {
            let place = random.below(text.len());
            text[place] = [0xff, 0xc3, 0x80, 0, b'\n', 0xe2][random.below(6)];
        }
    }
    text
}
