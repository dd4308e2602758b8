//! Functions that are written in the language itself.

/// The definition of a function with a number of parameters.
pub fn find(name: &str, parameters: usize) -> Option<&'static str> {
    let found = DEFINITIONS.iter().find(|(known, count, _)| *known == name && *count == parameters)?;
    Some(found.2)
}

/// Names and numbers of parameters.
pub fn names() -> impl Iterator<Item = (&'static str, usize)> {
    DEFINITIONS.iter().map(|(name, count, _)| (*name, *count))
}

const DEFINITIONS: &[(&str, usize, &str)] = &[
    ("recurse", 0, "def recurse: def r: ., (.[]? | r); r;"),
    ("recurse", 1, "def recurse(f): def r: ., (f | r); r;"),
    ("recurse", 2, "def recurse(f; condition): def r: ., (f | select(condition) | r); r;"),
    ("recurse_down", 0, "def recurse_down: recurse;"),
    ("values", 0, "def values: select(. != null);"),
    ("nulls", 0, "def nulls: select(. == null);"),
    ("booleans", 0, "def booleans: select(type == \"boolean\");"),
    ("numbers", 0, "def numbers: select(type == \"number\");"),
    ("strings", 0, "def strings: select(type == \"string\");"),
    ("arrays", 0, "def arrays: select(type == \"array\");"),
    ("objects", 0, "def objects: select(type == \"object\");"),
    ("iterables", 0, "def iterables: select(type | . == \"array\" or . == \"object\");"),
    ("scalars", 0, "def scalars: select(type | . != \"array\" and . != \"object\");"),
    ("scalars_or_empty", 0, "def scalars_or_empty: select(type | . != \"array\" and . != \"object\");"),
    ("finites", 0, "def finites: select(isfinite);"),
    ("normals", 0, "def normals: select(isnormal);"),
    ("isfinite", 0, "def isfinite: type == \"number\" and (isinfinite | not);"),
    ("isvalid", 1, "def isvalid(f): try (f | true) catch false;"),
    ("first", 0, "def first: .[0];"),
    ("last", 0, "def last: .[-1];"),
    ("last", 1, "def last(f): reduce f as $item (null; $item);"),
    ("nth", 1, "def nth($n): .[$n];"),
    (
        "nth",
        2,
        "def nth($n; f): if $n < 0 then error(\"nth doesn't support negative indices\") else
           label $out | foreach f as $item ($n + 1; . - 1; if . <= 0 then $item, break $out else empty end) end;",
    ),
    (
        "limit",
        2,
        "def limit($n; f): if $n > 0 then
           label $out | foreach f as $item ($n; . - 1; $item, if . <= 0 then break $out else empty end)
           elif $n == 0 then empty else f end;",
    ),
    (
        "skip",
        2,
        "def skip($n; f): if $n > 0 then foreach f as $item ($n; . - 1; if . < 0 then $item else empty end)
           elif $n == 0 then f else error(\"Invalid arguments to skip\") end;",
    ),
    ("until", 2, "def until(condition; next): def r: if condition then . else (next | r) end; r;"),
    ("while", 2, "def while(condition; next): def r: if condition then ., (next | r) else empty end; r;"),
    ("repeat", 1, "def repeat(f): def r: f, r; r;"),
    ("repeat", 2, "def repeat(f; $input): $input | def r: f, r; r;"),
    ("inputs", 0, "def inputs: def r: (input | (., r)); try r catch if . == \"break\" then empty else error end;"),
    ("isempty", 1, "def isempty(f): label $out | (f | false, break $out), true;"),
    ("any", 0, "def any: any(.[]; .);"),
    ("any", 1, "def any(f): any(.[]; f);"),
    ("any", 2, "def any(generator; condition): isempty(first(generator | condition or empty)) | not;"),
    ("all", 0, "def all: all(.[]; .);"),
    ("all", 1, "def all(f): all(.[]; f);"),
    ("all", 2, "def all(generator; condition): isempty(first(generator | condition and empty));"),
    ("add", 1, "def add(f): reduce f as $item (null; . + $item);"),
    ("in", 1, "def in(container): . as $key | container | has($key);"),
    ("inside", 1, "def inside(container): . as $part | container | contains($part);"),
    ("del", 1, "def del(f): delpaths([path(f)]);"),
    ("with_entries", 1, "def with_entries(f): to_entries | map(f) | from_entries;"),
    ("paths", 0, "def paths: path(..) | select(length > 0);"),
    (
        "paths",
        1,
        "def paths(filter): path(.. | select(filter)) | select(length > 0);",
    ),
    ("leaf_paths", 0, "def leaf_paths: paths(scalars);"),
    ("pick", 1, "def pick(f): . as $whole | reduce path(f) as $path (null; setpath($path; $whole | getpath($path)));"),
    (
        "combinations",
        0,
        "def combinations: if length == 0 then [] else
           .[0][] as $item | (.[1:] | combinations) as $rest | [$item] + $rest end;",
    ),
    ("combinations", 1, "def combinations(n): . as $items | [range(n) | $items] | combinations;"),
    (
        "walk",
        1,
        "def walk(f): def w: if type == \"object\" then map_values(w)
           elif type == \"array\" then map(w) else . end | f; w;",
    ),
    (
        "tostream",
        0,
        "def tostream: path(def r: (.[]? | r), .; r) as $path | getpath($path) |
           reduce path(.[]?) as $next ([$path, .]; [$path + $next]);",
    ),
    (
        "fromstream",
        1,
        "def fromstream(f): {x: null, e: false} as $start | foreach f as $event ($start;
           if .e then $start else . end | if $event | length == 2
           then setpath([\"e\"]; $event[0] | length == 0) | setpath([\"x\"] + $event[0]; $event[1])
           else setpath([\"e\"]; $event[0] | length == 1) end; if .e then .x else empty end);",
    ),
    (
        "truncate_stream",
        1,
        "def truncate_stream(stream): . as $depth | null | stream | . as $event |
           if (.[0] | length) > $depth then setpath([0]; .[0][$depth:]) else empty end;",
    ),
    ("todate", 0, "def todate: strftime(\"%Y-%m-%dT%H:%M:%SZ\");"),
    ("todateiso8601", 0, "def todateiso8601: strftime(\"%Y-%m-%dT%H:%M:%SZ\");"),
    ("fromdate", 0, "def fromdate: fromdateiso8601;"),
    ("fromdateiso8601", 0, "def fromdateiso8601: strptime(\"%Y-%m-%dT%H:%M:%SZ\") | mktime;"),
    ("date", 0, "def date: todate;"),
    ("dateadd", 2, "def dateadd(unit; n): . + n;"),
    ("datesub", 2, "def datesub(unit; n): . - n;"),
    ("match", 1, "def match($pattern): _arguments($pattern) as $both | match($both[0]; $both[1]);"),
    ("match", 2, "def match(re; flags): _match(re; flags) | .[];"),
    ("test", 1, "def test($pattern): _arguments($pattern) as $both | _test($both[0]; $both[1]);"),
    ("test", 2, "def test(re; flags): _test(re; flags);"),
    ("capture", 1, "def capture($pattern): _arguments($pattern) as $both | capture($both[0]; $both[1]);"),
    ("capture", 2, "def capture(re; flags): match(re; flags) | _captures;"),
    ("scan", 1, "def scan($pattern): scan($pattern; null);"),
    (
        "scan",
        2,
        "def scan($re; $flags): match($re; \"g\" + $flags) |
           if (.captures | length) > 0 then [.captures | .[] | .string] else .string end;",
    ),
    ("splits", 1, "def splits($re): splits($re; null);"),
    // Flags that are not one value are those of the matches between which the parts lie.
    (
        "splits",
        2,
        "def splits($re; flags): . as $text | [flags] as $all |
           if $all | length == 1 then $all[0] as $flags | _split($re; $flags) | .[] else
             [match($re; \"g\" + flags) | (.offset, .offset + .length)] | [0] + . + [$text | length] |
             range(0; length; 2) as $at | .[$at:$at + 2] as $ends | $text[$ends[0]:$ends[1]] end;",
    ),
    ("split", 2, "def split($re; flags): [splits($re; flags)];"),
    ("sub", 2, "def sub($re; text): sub($re; text; \"\");"),
    ("gsub", 2, "def gsub($re; text): sub($re; text; \"g\");"),
    ("gsub", 3, "def gsub($re; text; $flags): sub($re; text; $flags + \"g\");"),
    (
        "sub",
        3,
        "def sub($re; text; $flags): . as $whole | _edits($re; $flags) | . as $all |
           reduce $all[0][] as $edit ([]; [$edit[1] | text] as $inserts |
             reduce range(0; $inserts | length) as $at (.; .[$at] += $edit[0] + $inserts[$at])) |
           .[] + $all[1] // $whole;",
    ),
    (
        "indices",
        1,
        "def indices($part): if type == \"array\" then .[if $part | type == \"array\" then $part else [$part] end]
           elif [type, ($part | type)] == [\"string\", \"string\"] then _strindices($part) else .[$part] end;",
    ),
    ("index", 1, "def index($part): indices($part) | .[0];"),
    ("rindex", 1, "def rindex($part): indices($part) | .[-1:][0];"),
    (
        "transpose",
        0,
        "def transpose: [range(0; map(length) | max // 0) as $at | [.[][$at]]];",
    ),
    ("IN", 1, "def IN(f): any(f == .; .);"),
    ("IN", 2, "def IN(source; f): any(source == f; .);"),
    ("INDEX", 1, "def INDEX(f): INDEX(.[]; f);"),
    ("INDEX", 2, "def INDEX(stream; f): reduce stream as $row ({}; .[$row | f | tostring] = $row);"),
    ("JOIN", 2, "def JOIN($index; f): [.[] | [., $index[f]]];"),
    ("JOIN", 3, "def JOIN($index; stream; f): stream | [., $index[f]];"),
    ("JOIN", 4, "def JOIN($index; stream; f; joined): stream | [., $index[f]] | joined;"),
    // The C library has it no more.
    ("pow10", 0, "def pow10: error(\"Error: pow10/0 not found at build time\");"),
    ("ascii", 0, "def ascii: [.] | implode;"),
    ("abs", 0, "def abs: if . < 0 then -. else . end;"),
    ("toarray", 0, "def toarray: if type == \"array\" then . else [.] end;"),
    ("debug", 1, "def debug(message): (message | debug | empty), .;"),
    ("halt_error", 0, "def halt_error: halt_error(5);"),
    ("error", 0, "def error: error(.);"),
    ("env", 0, "def env: $ENV;"),
    ("_nwise", 1, "def _nwise($n): if length > $n then .[0:$n], (.[$n:] | _nwise($n)) else . end;"),
    ("have_literal_numbers", 0, "def have_literal_numbers: true;"),
    ("have_decnum", 0, "def have_decnum: true;"),
];
