//! The table of all builtins with their descriptions.

use super::{
    Builtin, alias, bind, command, compgen, completion, control, declare, directories, echo, enable, eval, fc, getopts,
    hash, help, history, jobs, kill, limits, mapfile, printf, read, set, test, trap, type_, unset, wait,
};

/// Entries: name, kind (`special`, `declaration` or none), synopsis, description, function.
macro_rules! table {
    ($($name:literal [$($kind:ident)*] $synopsis:literal, $description:literal, $run:path;)*) => {
        static TABLE: &[Builtin] = &[
            $(Builtin {
                name: $name,
                special: table!(@has special $($kind)*),
                declaration: table!(@has declaration $($kind)*),
                help: concat!($name, ": ", $synopsis, "\n    ", $description, "\n"),
                run: $run,
            },)*
        ];
    };
    (@has special special $($rest:ident)*) => { true };
    (@has declaration declaration $($rest:ident)*) => { true };
    (@has $wanted:ident $other:ident $($rest:ident)*) => { table!(@has $wanted $($rest)*) };
    (@has $wanted:ident) => { false };
}

table! {
    "." [special] ". filename [arguments]",
        "Run the commands of a file in this shell.", eval::source;
    ":" [special] ":",
        "Do nothing and succeed.", control::succeed;
    "[" [] "[ arg... ]",
        "Evaluate a condition; as test, with a last argument of `]'.", test::run;
    "alias" [] "alias [-p] [name[=value] ... ]",
        "Define or show aliases.", alias::alias;
    "bg" [] "bg [job_spec ...]",
        "Continue a stopped job in the background. Needs job control.", jobs::bg;
    "bind" [] "bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] [keyseq:readline-function or readline-command]",
        "Show and set the key bindings of the line editor.", bind::bind;
    "break" [special] "break [n]",
        "Leave n enclosing loops (1 by default).", control::break_;
    "builtin" [] "builtin [shell-builtin [arg ...]]",
        "Run a builtin even if a function has its name.", command::builtin;
    "caller" [] "caller [expr]",
        "Show where the current function or file was called.", eval::caller;
    "cd" [] "cd [-L|[-P [-e]] [-@]] [dir]",
        "Change the working folder (to HOME by default).\n\n    -L  keep names of symbolic links in the path (default)\n    -P  use the physical path", directories::cd;
    "command" [] "command [-pVv] command [arg ...]",
        "Run a command, not a function, or describe one.\n\n    -p  search a standard PATH\n    -v  print what would run\n    -V  the same in a sentence", command::command;
    "compgen" [] "compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]",
        "List what could complete a word.", compgen::compgen;
    "complete" [] "complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]",
        "Say how the arguments of a command are completed.", completion::complete;
    "compopt" [] "compopt [-o|+o option] [-DEI] [name ...]",
        "Change the options of a completion.", completion::compopt;
    "continue" [special] "continue [n]",
        "Begin the next round of the n-th enclosing loop.", control::continue_;
    "declare" [declaration] "declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]",
        "Set variables and their attributes, or show them.\n\n    -a  indexed array       -A  associative array\n    -f  functions           -F  names of functions\n    -g  global variable     -I  inherit from the outer variable\n    -i  integer             -l  lower case\n    -n  name reference      -p  print\n    -r  read-only           -t  trace\n    -u  upper case          -x  export\n\n    `+' instead of `-' takes an attribute away.", declare::declare;
    "dirs" [] "dirs [-clpv] [+N] [-N]",
        "Show the directory stack.\n\n    -c  clear it          -l  do not shorten the home folder\n    -p  one in a line     -v  with numbers", directories::dirs;
    "disown" [] "disown [-h] [-ar] [jobspec ... | pid ...]",
        "Forget jobs.", jobs::disown;
    "echo" [] "echo [-neE] [arg ...]",
        "Write the arguments, separated by spaces, and a line end.\n\n    -n  no line end\n    -e  read backslash escapes\n    -E  do not", echo::run;
    "enable" [] "enable [-a] [-dnps] [-f filename] [name ...]",
        "Switch builtins on, or off with -n.", enable::run;
    "eval" [special] "eval [arg ...]",
        "Join the arguments and run them as a command.", eval::eval;
    "exec" [special] "exec [-cl] [-a name] [command [argument ...]] [redirection ...]",
        "Replace the shell by a command, or keep redirections.", eval::exec;
    "exit" [special] "exit [n]",
        "End the shell with status n.", control::exit;
    "export" [special declaration] "export [-fn] [name[=value] ...] or export -p",
        "Give variables, or functions with -f, to child processes.", declare::export;
    "false" [] "false",
        "Do nothing and fail.", control::fail;
    "fc" [] "fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]",
        "List commands of the history or run one again.", fc::fc;
    "fg" [] "fg [job_spec]",
        "Bring a job to the foreground. Needs job control.", jobs::fg;
    "getopts" [] "getopts optstring name [arg ...]",
        "Take the next option off the positional parameters.", getopts::run;
    "hash" [] "hash [-lr] [-p pathname] [-dt] [name ...]",
        "Remember or show where commands are.", hash::run;
    "help" [] "help [-dms] [pattern ...]",
        "Describe builtins.", help::run;
    "history" [] "history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]",
        "Show or change the history.", history::history;
    "jobs" [] "jobs [-lnprs] [jobspec ...] or jobs -x command [args]",
        "Show the jobs that run.", jobs::jobs;
    "kill" [] "kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]",
        "Send a signal (TERM by default) to processes.", kill::run;
    "let" [] "let arg [arg ...]",
        "Evaluate arithmetic expressions; fail when the last is 0.", eval::let_;
    "local" [declaration] "local [option] name[=value] ...",
        "Make variables of the current function; the options are those of declare.", declare::local;
    "logout" [] "logout [n]",
        "Leave a login shell.", control::logout;
    "mapfile" [] "mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
        "Read lines into an array (MAPFILE by default).\n\n    -d  end of lines       -n  most lines\n    -O  first index        -s  lines to skip\n    -t  drop line ends     -u  descriptor\n    -C  command to run every -c lines", mapfile::run;
    "popd" [] "popd [-n] [+N | -N]",
        "Take a folder off the directory stack and go to the next.", directories::popd;
    "printf" [] "printf [-v var] format [arguments]",
        "Write the arguments as the format says.\n\n    -v  store the text in a variable\n\n    Beside C's formats: %b reads escapes, %q quotes for the shell, %(fmt)T prints a time.", printf::run;
    "pushd" [] "pushd [-n] [+N | -N | dir]",
        "Go to a folder and put the old one on the directory stack.", directories::pushd;
    "pwd" [] "pwd [-LP]",
        "Print the working folder.\n\n    -L  as the shell got there (default)\n    -P  without symbolic links", directories::pwd;
    "read" [] "read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]",
        "Read a line and split it into variables (REPLY by default).\n\n    -a  into an array          -d  end of the line\n    -n  at most so many        -N  exactly so many characters\n    -r  backslashes are plain  -t  timeout in seconds\n    -u  descriptor", read::run;
    "readarray" [] "readarray [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
        "Read lines into an array; the same as mapfile.", mapfile::run;
    "readonly" [special declaration] "readonly [-aAf] [name[=value] ...] or readonly -p",
        "Make variables, or functions with -f, unchangeable.", declare::readonly;
    "return" [special] "return [n]",
        "Leave a function or sourced file with status n.", control::return_;
    "set" [special] "set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]",
        "Set shell options and positional parameters, or show variables.", set::set;
    "shift" [special] "shift [n]",
        "Drop the first n positional parameters.", control::shift;
    "shopt" [] "shopt [-pqsu] [-o] [optname ...]",
        "Set or show shell options.\n\n    -s  on   -u  off   -q  only the status   -p  reusable   -o  those of set -o", set::shopt;
    "source" [special] "source filename [arguments]",
        "Run the commands of a file in this shell.", eval::source;
    "suspend" [] "suspend [-f]",
        "Stop the shell. Needs job control.", jobs::suspend;
    "test" [] "test [expr]",
        "Evaluate a condition on files, strings or numbers.", test::run;
    "times" [special] "times",
        "Show the processor time used. Time is virtual: it is always 0.", eval::times;
    "trap" [special] "trap [-lp] [[arg] signal_spec ...]",
        "Run a command when a signal or event comes.", trap::run;
    "true" [] "true",
        "Do nothing and succeed.", control::succeed;
    "type" [] "type [-afptP] name [name ...]",
        "Say what a name runs.\n\n    -a  everything it could be   -f  not functions\n    -p  the file, if it is one   -P  the file in any case\n    -t  one word", type_::run;
    "typeset" [declaration] "typeset [-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]",
        "Set variables and their attributes; the same as declare.", declare::declare;
    "ulimit" [] "ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]",
        "Show or lower limits of resources.", limits::ulimit;
    "umask" [] "umask [-p] [-S] [mode]",
        "Show or set which permissions new files do not get.", limits::umask;
    "unalias" [] "unalias [-a] name [name ...]",
        "Remove aliases.", alias::unalias;
    "unset" [special] "unset [-f] [-v] [-n] [name ...]",
        "Remove variables or functions.", unset::run;
    "wait" [] "wait [-fn] [-p var] [id ...]",
        "Wait for jobs and return the status of the last.\n\n    -n  for whichever ends first   -p  store its number", wait::run;
}

/// All builtins, sorted by name.
pub fn all() -> &'static [Builtin] {
    TABLE
}
