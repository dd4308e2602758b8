# sqlite3 3.40.1 (Debian bookworm). Results that depend on the version of the library inside (plans, byte code, numbers
# of its format) are left out.
#### one statement
exec 2>&1; sqlite3 a.db "create table t(a,b); insert into t values(1,'x'),(2,NULL); select * from t"; sqlite3 a.db 'select count(*) from t'; ls
#### several arguments and a dot-command
exec 2>&1; sqlite3 a.db 'create table t(a)' 'insert into t values(7)' 'select a from t;' '.tables' '.quit' 'select 9'; echo $?
#### standard input
exec 2>&1; printf 'create table t(a);\ninsert into t\n values(1),\n(2);\n\n-- note\nselect sum(a) from t;\nselect 5' | sqlite3 a.db; echo $?; sqlite3 a.db 'select * from t'
#### here-document and memory
exec 2>&1; sqlite3 <<'X'
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INT);
INSERT INTO users (name, age) VALUES ('Ann', 31), ('Bob', 25), ('Zoë', 40);
SELECT name FROM users WHERE age > 30 ORDER BY name DESC;
SELECT avg(age), max(age), group_concat(name, ';') FROM users;
UPDATE users SET age = age + 1 WHERE name LIKE 'b%' RETURNING id, age;
X
#### mode options
exec 2>&1; sqlite3 a.db "create table t(a,b); insert into t values(1,'x y'),(2.5,NULL),(x'41','it''s \"q\"')"
for m in -list -csv -column -json -line -html -box -table -markdown -quote -tabs; do echo "== $m"; sqlite3 $m a.db 'select * from t'; sqlite3 $m -header a.db 'select * from t'; sqlite3 $m -noheader -nullvalue NIL a.db 'select * from t'; done
sqlite3 -ascii -header a.db 'select * from t' | od -c
#### double dashes and options behind the file
exec 2>&1; sqlite3 :memory: --csv --header 'select 1 as a, 2 as b'; sqlite3 --json :memory: "select 'x' as y"
#### separators
exec 2>&1; sqlite3 -separator ' : ' -newline '!
' :memory: 'select 1,2 union select 3,4'; sqlite3 -separator '\t' :memory: 'select 1,2'; sqlite3 -csv -separator ';' :memory: "select 'a;b', 'c,d', ''"
#### cmd init echo bail batch
exec 2>&1; printf '.mode csv\n.headers on\n' > rc; sqlite3 -init rc :memory: 'select 1 as a, 2 as b'; sqlite3 -cmd '.mode json' -cmd 'create table t(a)' :memory: 'insert into t values(3); select * from t'
echo 'select 1; select 2;' | sqlite3 -echo; printf 'selec;\nselect 1;\n' | sqlite3 -bail; echo $?; printf 'selec;\nselect 1;\n' | sqlite3 -batch; echo $?
sqlite3 -cmd 'selec' :memory: 'select 1'; echo $?; sqlite3 -bail -cmd 'selec' :memory: 'select 1'; echo $?; sqlite3 -init none :memory: 'select 1'
#### usage errors
exec 2>&1; sqlite3 -foo; echo $?; sqlite3 a.db --foo 'select 1'; echo $?; sqlite3 -separator; echo $?; sqlite3 -cmd; echo $?; ls
#### a readonly database
exec 2>&1; sqlite3 a.db 'create table t(a)'; sqlite3 -readonly a.db 'insert into t values(1)'; echo $?; sqlite3 -readonly a.db 'select count(*) from t'; sqlite3 -readonly b.db 'select 1'; echo $?; ls
#### what cannot be opened
exec 2>&1; sqlite3 no/a.db 'select 1'; echo $?; mkdir d; sqlite3 d 'select 1'; echo $?; sqlite3 no/a.db < /dev/null; echo $?; echo 'select 1;select 2;' | sqlite3 no/a.db; echo $?
#### what is no database
exec 2>&1; echo garbage > g; sqlite3 g 'select * from t'; echo $?; sqlite3 g .tables; echo $?; echo 'select 1 from t;' | sqlite3 g; echo $?; sqlite3 g .dump; : > empty; sqlite3 empty 'create table t(a)' .tables; cat g
#### errors of statements
exec 2>&1; for s in selec 'select * from nope' 'select nope' "select 'abc" 'create table t(a,a)' 'insert into t values(1)' 'select 1 +' ') 1' 'select count(*) frm t where x' 'create table t(a); create table t(b)'; do sqlite3 :memory: "$s"; echo $?; done
#### errors with their places
exec 2>&1; sqlite3 <<'X'
create table t(a unique, b check(b > 0), c not null);
insert into t values(1, 1, 1);
insert into t values(1, 1, 1);
insert into t values(2, -1, 1);
insert into t values(2, 1, null);
select a, b, c, 'a longer statement with a mistake at the end' from t where a = 1 and mistake = 2;
select
  a,
  bb
from t;
select abs(-9223372036854775808);
select 'not ended;
X
echo $?
#### the status of a failed statement among the arguments
exec 2>&1; sqlite3 a.db 'create table t(a primary key); insert into t values(1)'; sqlite3 a.db 'insert into t values(2); insert into t values(1); insert into t values(3)'; echo $?; sqlite3 a.db 'select * from t'; sqlite3 a.db .nope 'select 2'; echo $?
#### transactions
exec 2>&1; sqlite3 a.db 'create table t(a); begin; insert into t values(1); rollback; begin; insert into t values(2); commit; begin; insert into t values(3)'; sqlite3 a.db 'select * from t'
sqlite3 a.db 'begin; insert into t values(4); savepoint s; insert into t values(5); rollback to s; release s; commit; select * from t; select changes(), total_changes()'
#### modes in a script
exec 2>&1; sqlite3 <<'X'
create table t(a,b,c);
insert into t values(1,'it''s, "q"',3.5),(NULL,x'41ff00',char(108,10,109)),(1e20,-0.1,'é世界 tab	x'),(9007199254740993,1e-7,'<a&b>');
.headers on
.mode list
select * from t;
.mode csv
select * from t;
.mode column
select * from t;
.mode box
select * from t;
.mode table
select * from t;
.mode markdown
select * from t;
.mode json
select a,b from t where c is not 'x' and a > 5;
select * from t where a = 77;
.mode line
select * from t;
.mode html
select * from t;
.mode insert
select a,c from t where a=1;
.mode insert my table
.mode insert "my table"
select a,c as "a b" from t;
.mode insert select
select 1 as "order", 2 as two;
.mode quote
select a,b,c from t where a=1 or a is null;
.mode tabs
select * from t;
.mode tcl
select * from t;
.mode count
select * from t;
.mode off
select * from t;
.mode
.mode list
.mode
X
#### mode with options
exec 2>&1; sqlite3 <<'X'
create table t(a,b);
insert into t values('short','The quick brown fox jumps over the lazy dog, again and again and again.'),(NULL,x'00ff'),(12.5,'tab	and
newline');
.mode column --wrap 20
select * from t;
.mode column --wrap 20 --wordwrap on
select * from t;
.mode box --ww --wrap 13 --quote
select * from t;
.mode qbox
select * from t;
.mode
.mode table --noquote --wrap 0
select * from t;
.mode markdown --wrap 7
select * from t;
.mode bogus
.mode column --frob x y
.mode column a b
X
echo $?
#### ascii mode
sqlite3 <<'X' | od -c
.mode ascii
.headers on
select 1 as a, 'b' as b union select 2, null;
X
#### headers nullvalue separator width
exec 2>&1; sqlite3 <<'X'
.headers on
.nullvalue <null>
select null as n, 1 as one;
.separator ", "
select null as n, 1 as one;
.separator \t |\n
select null as n, 1 as one;
.width 3 -10
.mode column
select 'abcdef' as abcdef, 'b' as b union all select 'a', 'longer than ten';
.mode box
select 'abcdef' as abcdef, 'b' as b union all select 'a', 'longer than ten';
.width
select 'abcdef' as abcdef;
.headers off
.mode column
select 'abcdef' as abcdef;
.headers maybe
.headers
.nullvalue
.separator
.separator a b c
X
echo $?
#### show
exec 2>&1; sqlite3 <<'X'
.show
.mode box
.headers on
.eqp on
.explain on
.width 4 -5
.separator "\t" "\r\n"
.nullvalue "a\"b"
.show
.show x
X
#### print echo changes
exec 2>&1; sqlite3 <<'X'
.print a "b\tc" 'd\te' f\101g
.print
.echo on
-- a comment
select 1;

select 2; select 3;
.print x
.echo off
.changes on
create table t(a);
insert into t values(1),(2);
delete from t;
.changes off
.echo
.changes
X
#### tables indexes schema
exec 2>&1; sqlite3 <<'X'
create table users(id integer primary key, name text not null default 'x', email text unique);
create table if not exists "odd name"("a b" int, 'c');
create index users_name on users(name);
create view adults as select id, name as "full name" from users;
create trigger tr after insert on users begin update users set name = 'y' where id = new.id; delete from "odd name"; end;
create table long_table(identifier integer primary key autoincrement, description text not null default '', reference integer references users(id) on delete cascade, check (length(description) < 100));
create table s /* a comment */ (a -- another
);
create temp table tt(x);
attach ':memory:' as other;
create table other.zz(a, b);
.tables
.tables u%
.tables nothing
.indexes
.indexes users
.indexes a b
.schema
.schema users
.schema u*
.schema nothing
.schema --indent
.schema --nosys long_table
.schema sqlite_schema
.schema main.s
.schema a b
.schema --frob
.fullschema
.databases
X
#### many tables in columns
sqlite3 :memory: "$(for i in $(seq 1 30); do echo "create table table_number_$i(a);"; done)" .tables
#### dump
exec 2>&1; sqlite3 a.db <<'X'
create table t(id integer primary key autoincrement, "b c" text, d real, e blob);
insert into t("b c", d, e) values('it''s', 2.5, x'00ff'), (char(97,10,98,13,99), null, ''), ('\n', 1e20, 5), ('', 0.0, -1.5);
create table "select"(a, b);
insert into "select" values(1, 2);
create table w(a text primary key, b) without rowid;
insert into w values('k', 'v');
create table empty(x);
create view v as select * from t -- comment
;
create index i on t(d);
create trigger tr after delete on t begin select 1; end;
.dump
.dump w
.dump s%t t
.dump --data-only
.dump --preserve-rowids "select"
.dump --newlines t
.dump --nosys t
.dump nothing
.dump --frob
X
sqlite3 a.db .dump > a.sql; sqlite3 b.db < a.sql; sqlite3 b.db .dump | cmp - a.sql && echo same
#### dump of full text search
exec 2>&1; sqlite3 <<'X' | grep -v 'ft_data VALUES\|ft_config VALUES'
create virtual table ft using fts5(title, body);
insert into ft values('one', 'hello world');
select title from ft where ft match 'hello';
select highlight(ft, 1, '[', ']') from ft('world');
.schema ft
.dump
X
#### import csv
exec 2>&1; printf 'id,name,note\n1,Ann,"a, ""quoted"" note"\n2,Bob,"two\nlines"\r\n3,Zoë,\n' > p.csv
sqlite3 a.db <<'X'
.mode csv
.import p.csv people
.schema
select * from people;
.mode list
select typeof(id), length(note) from people;
create table typed(id integer primary key, name text, note text);
.import --csv --skip 1 p.csv typed
select typeof(id), name from typed;
.import --csv --skip 1 p.csv typed
select count(*) from typed;
.import --csv p.csv typed
X
echo $?
#### import of rows that do not fit
exec 2>err; printf 'a,b,a,c d,,f\n1,2\n1,2,3,4,5,6,7\n"x\n' > p.csv
sqlite3 :memory: '.mode csv' '.import p.csv t' '.schema' 'select * from t'
printf '1|2\n3|4\n5\n' > p.txt; sqlite3 :memory: 'create table u(a,b)' '.import p.txt u' 'select * from u' '.import p.txt v' '.schema v' '.separator ,' '.import p.txt w' '.schema w'
printf 'x\ty\n1\t"q"\n' > p.tsv; sqlite3 :memory: '.mode tabs' '.import p.tsv t' 'select * from t' '.schema'
printf 'a\0371\0362\0373\036' > p.asc; sqlite3 :memory: 'create table t(a,b)' '.import --ascii p.asc t' 'select * from t'
printf '\357\273\277a,b\n1,2\n' > bom.csv; sqlite3 :memory: '.import --csv bom.csv t' '.headers on' 'select * from t'
printf 'a,b\n"un"quoted,1\n"open,2\n' > bad.csv; sqlite3 :memory: '.import --csv bad.csv t' 'select * from t'; cat err
#### import verbose and schema
exec 2>&1; printf 'a,b\n1,2\n3,4\n' > p.csv; sqlite3 :memory: "attach ':memory:' as o" '.import --csv -v --schema o p.csv t' 'select * from o.t' '.mode csv' '.import -v -v --skip 1 p.csv t'
#### import errors
exec 2>&1; : > empty; sqlite3 <<'X'
.import nofile t
.import --csv empty t
.separator ab
.import empty t
.separator ""
.import empty t
X
echo $?
#### output once read
exec 2>&1; printf 'select 1;\nselect 2;\n.quit\nselect 3;\n' > in.sql; sqlite3 <<'X'
.output o.txt
select 'to the file';
.print and this
.output
select 'to standard output';
.once once.txt
select 'once';
select 'again';
.read in.sql
.read nofile
.read
.output no/x
select 'still';
.once --bom b.txt
select 'bom';
.print end
X
echo $?; cat o.txt once.txt; od -c b.txt
#### exit
exec 2>&1; printf '.exit 3\nselect 1;' | sqlite3; echo $?; printf '.exit\nselect 1;' | sqlite3; echo $?; sqlite3 :memory: '.exit 4' 'select 1'; echo $?; printf '.bail on\nselec;\nselect 1;' | sqlite3; echo $?; printf '.bail on\n.nope\nselect 1;' | sqlite3; echo $?; printf '.bail\n' | sqlite3; echo $?
#### open save backup restore
exec 2>&1; sqlite3 a.db <<'X'
create table t(a);
insert into t values(1);
.save b.db
insert into t values(2);
.backup main c.db
.open b.db
select count(*) from t;
.open --new d.db
.tables
.restore c.db
select count(*) from t;
.open
.tables
.open --frob
.open a b
.open no/x
select 1;
.save
.backup x y z
.save no/x
X
sqlite3 d.db .dump; ls
#### attach
exec 2>&1; sqlite3 a.db 'create table t(a); insert into t values(1)'; sqlite3 b.db "attach 'a.db' as a; create table u as select a+1 as b from a.t; insert into a.t values(5); select * from u; detach a"; sqlite3 a.db 'select * from t' "attach database 'b.db' as \"other db\"; select * from \"other db\".u" ".tables"; sqlite3 :memory: "attach 'no/x.db' as x"; echo $?; sqlite3 :memory: "attach 'a.db' as a" "attach 'b.db' as a"; echo $?
#### vacuum into and pragmas
exec 2>&1; sqlite3 a.db "create table t(a); insert into t values(1); vacuum; vacuum into 'c.db'; vacuum into 'c.db'"; echo $?; sqlite3 c.db 'select * from t; pragma integrity_check; pragma user_version=5; pragma user_version'; sqlite3 c.db 'pragma user_version; pragma journal_mode; pragma foreign_keys; pragma encoding; pragma table_info(t)'; sqlite3 c.db 'pragma journal_mode=wal; insert into t values(2)'; sqlite3 c.db 'pragma journal_mode; select * from t; pragma journal_mode=delete'; ls
#### foreign keys
exec 2>&1; sqlite3 <<'X'
create table p(id integer primary key);
create table c(p references p(id) on delete cascade);
insert into c values(9);
pragma foreign_keys=on;
insert into c values(8);
insert into p values(1); insert into c values(1); delete from p where id=1; select count(*) from c;
X
#### parameters
exec 2>&1; sqlite3 <<'X'
.parameter init
.parameter list
.parameter set @a 5
.parameter set $b hello
.parameter set :c "'quo te'"
.parameter set ?1 7+1
.parameter list
select @a, $b, :c, ?1, ?2;
.parameter unset @a
select @a;
.parameter clear
.parameter list
X
#### query plan
exec 2>&1; sqlite3 <<'X'
create table t(a primary key, b);
create table u(c);
explain query plan select * from t where a = 1;
explain query plan select * from t, u where a = c order by b;
.eqp on
select * from t where a = 3;
.eqp off
.eqp
X
#### json functions and windows
exec 2>&1; sqlite3 <<'X'
select json_extract('{"a":[1,2,{"b":"c"}]}', '$.a[2].b'), '{"x":1}' ->> '$.x', json('[1, 2]');
select value, key from json_each('["a","b"]');
select json_group_array(x), json_object('k', 1, 'l', null) from (select 1 as x union all select 2);
with recursive c(n) as (values(1) union all select n+1 from c where n < 5) select group_concat(n) from c;
select n, sum(n) over (order by n rows between 1 preceding and current row) from (values(1),(2),(3)) as v(n) join (select 1) where 0;
select column1, row_number() over (order by column1 desc) from (values(1),(2),(3)) order by 1;
select value from generate_series(1, 10, 3);
select 'abc' regexp '^a.c$', 'abd' regexp 'c$', null regexp 'x';
select upper('straße'), length('é'), substr('héllo', 2, 3), instr('abc','c'), printf('%05d|%-5s|%.2f', 42, 'ab', 3.14159), hex('az'), quote('it''s'), coalesce(null, 2), iif(1, 'y', 'n'), trim('  x '), replace('aXbX', 'X', '-'), round(2.567, 1), typeof(1.0), unicode('A'), 7/2, 7%3, 7/2.0;
X
#### mathematics
sqlite3 :memory: "select sqrt(16), pow(2,10), ceil(1.2), floor(-1.2), trunc(-1.7), ceil(3), pi() > 3.14, round(sin(1),10), round(ln(10),10), log(100), log10(1000), log2(8), log(2,8), mod(7,3), exp(0), degrees(pi()), radians(180) = pi(), sign(-3), sqrt(-1), sqrt('x'), sqrt('4'), acos(2), atan2(1,1) > 0.78"
#### dates that are given
sqlite3 :memory: "select date('2024-02-29','+1 year'), datetime('2024-01-31 12:30:45','start of month','+1 month','-1 day'), strftime('%Y week %W day %j %s','2024-12-31'), julianday('2000-01-01'), time('12:00','+90 minutes'), unixepoch('1970-01-02'), date('bogus'), datetime(1700000000,'unixepoch'), datetime(1700000000.5,'unixepoch','localtime'), strftime('%f','2024-01-01 00:00:01.234'), date('2024-05-05','weekday 1'), date(null), time('12:34:56.789'), datetime('2024-01-01T10:00:00+02:00'), datetime('2024-03-10','utc')"
#### time zones
TZ=EST5EDT sqlite3 :memory: "select datetime('2024-07-01 12:00','localtime'), datetime('2024-01-01 12:00','localtime'), datetime('2024-07-01 08:00','utc'), datetime('2024-07-01 12:00','localtime','+1 day','start of day'), strftime('%H:%M:%f','2024-07-01 12:00:01.25','localtime'), unixepoch('2024-07-01','utc')"
#### files from statements
exec 2>&1; printf 'abc\n' > f; sqlite3 :memory: "select writefile('g', 'data'), hex(readfile('f')), readfile('none') is null, length(readfile('g'))" "select writefile('no/x','y')"; echo $?; cat g; echo
#### not for dot-commands
exec 2>&1; sqlite3 <<'X'
.bogus
.limit xx
.limit attached 5
.cd nodir
.timer
.timeout 100
.prompt a b
.binary on
.binary
select 1;
.
. tables
 .tables
#comment
select 2 /* unfinished
X
echo $?
#### semicolons and comments
exec 2>&1; printf ';\n;;\nselect 1;;\n/* c\n */ select 2; -- x\nselect 3 -- y\n;\nselect ";" as a, `b` from (select 4 as b);\nselect [c] from (select 5 as c)\ngo\nselect 6\n/\n' | sqlite3; printf 'select 1;\r\nselect 2;\r\n' | sqlite3; printf '   \n\t\n' | sqlite3; sqlite3 :memory: ''; sqlite3 :memory: '-- only a comment'; echo $?
#### triggers over lines
exec 2>&1; sqlite3 <<'X'
create table t(a); create table log(x);
create trigger tr after insert on t
begin
  insert into log values('in ' || new.a);
  select case when new.a < 0 then raise(abort, 'negative') end;
end;
insert into t values(1); insert into t values(-1);
select * from log;
X
#### blobs and bytes
printf "select 'a\xffb', hex('\xff'), length('\xff'''), x'80';\n" | sqlite3 | od -c; sqlite3 :memory: "select hex(x'00'||'a'), 'a'||char(0)||'b', length('a'||char(0)||'b'), cast(x'c3a9' as text)" | od -c
#### large numbers and reals
sqlite3 :memory: 'select 9223372036854775807, -9223372036854775808, 9223372036854775808, 1e308*10, -1e308*10, 1e15, 1e16, 123456.789e3, 0.1, 1.0, 1e-5, 0.0001, 5e-324, 1/0, 3.0*2, 1e400-1e400'; sqlite3 -json :memory: 'select 0.5 as a, 2.0 as b, 1e300*1e300 as c, 1e100 as d'; sqlite3 -quote :memory: 'select 0.5, 2.0, 1e300*1e300, -2.25'
#### two connections one after the other
exec 2>&1; sqlite3 a.db 'create table t(a)'; { echo "insert into t values(1);"; } | sqlite3 a.db; sqlite3 a.db 'insert into t values(2)'; sqlite3 a.db 'select count(*) from t'
#### in pipelines and loops
sqlite3 a.db 'create table t(a)'; for i in 1 2 3; do sqlite3 a.db "insert into t values($i * 10)"; done; sqlite3 a.db 'select a from t' | while read -r x; do echo "got $x"; done; sqlite3 -csv -header a.db 'select a, a*2 as b from t' > out.csv; cat out.csv; sqlite3 a.db 'with recursive c(n) as (values(1) union all select n+1 from c) select n from c' | head -2
#### limits of the list
exec 2>&1; sqlite3 :memory: '.limit attached' '.limit trigger_depth 5' '.limit a' ; echo $?
#### cd
mkdir d; sqlite3 :memory: '.cd d' '.output x' 'select 1' '.output' '.open y.db' 'create table t(a)' '.databases' | sed "s|$PWD||"; ls d
#### results of dot-commands among the arguments
exec 2>&1; : > empty; printf '1\n1\n' > dup; printf '1\n1\n3\n' > dup2; t(){ sqlite3 :memory: 'create table t(a unique)' "$@" 'select 2'; echo "= $?"; }
t '.import empty u'; t '.separator ab' '.import empty t'; t '.import dup t'; t '.import dup2 t' 2>/dev/null; t '.import empty t'; t .output; t '.output no/x'; t '.output off'; t '.limit xx'; t '.headers'; t '.mode bogus'; t '.read none'; t '.open no/x'; t '.save'; t '.save no/x'; t '.restore'; t '.timer'; t '.cd nodir'; t '.schema a b'; t '.dump --foo'; t '.indexes a b'; t '.show x'; t '.bail'; t '.once no/x'; t '.fullschema x'; t '.help nonono'; t '.tables a b'; t '.databases x'; t '.print'; t '.width a'; t '.limit a b c'; t '.parameter set @a "select"' 'select @a'
#### echo is of what is read
exec 2>&1; sqlite3 -echo :memory: 'select 1; select 2' .tables; printf 'select 1; select 2;\nselect\n3;\n.tables\n-- c\n' | sqlite3 -echo; sqlite3 -echo -cmd 'select 5' :memory: 'select 6'
#### reals written out
sqlite3 :memory: '.mode insert' "$(for x in 0.1 0.2 0.3 19.99 3.14159265358979 2.718281828459045 1e-7 1e-10 123456.789 0.001 1e22 1e23 4.35 0.7 99.95 1234567.891 1e-5 5e-324 1.7976931348623157e308 2.5e-8 1e99 1e100 1e101 0.333333333333333333 100.0 12345678901234567890.0 1e15 1e16 1e19 72057594037927936.5; do echo "select $x, -$x/3, $x*7;"; done)"; sqlite3 -json :memory: 'select 1e-4 as a, 1e-5 as b, 12e18 as c, 12e19 as d, 12e20 as e'
#### widths of columns that were shown
printf '.mode column\nselect 1,2,3;\n.show\nselect 1;\n.show\nselect 1 where 0;\n.mode list\n.width 5\n.show\n.mode box\nselect 1,2;\n.show\n.mode list\nselect 1,2,3,4;\n.show\n.width 1 -2 3 4\n.mode table\nselect 1;\n.show\n' | sqlite3 | grep -v filename
#### options of modes do not wrap
L=$(printf 'a%.0s' $(seq 90)); for m in box table markdown column; do sqlite3 -$m :memory: "select '$L' as x" .mode ".mode $m" "select '$L' as x" .mode; done; sqlite3 -box :memory: .show | grep mode
