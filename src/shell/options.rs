//! The options of `set` and `shopt`: names, letters, defaults.

/// An option that `set -o` or `shopt` can switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionInfo {
    pub name: &'static str,
    /// The letter of `set -x`; `None` for `shopt` and letterless ones.
    pub letter: Option<u8>,
    pub shopt: bool,
    pub default: bool,
}

/// Declares the table and the accessors in one place, so that they cannot disagree.
macro_rules! options {
    ($($field:ident $name:literal $letter:expr, $shopt:literal, $default:literal;)*) => {
        /// The switches of one shell. Cheap to copy.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Options {
            $(pub $field: bool,)*
        }

        impl Default for Options {
            fn default() -> Self {
                Options { $($field: $default,)* }
            }
        }

        /// Every option, `set -o` ones and `shopt` ones each in the order in which bash lists them.
        pub static TABLE: &[OptionInfo] = &[
            $(OptionInfo { name: $name, letter: $letter, shopt: $shopt, default: $default },)*
        ];

        impl Options {
            /// The state of an option by name; `None` when there is none of that name and kind.
            pub fn get(&self, name: &[u8], shopt: bool) -> Option<bool> {
                $(if shopt == $shopt && name == $name.as_bytes() { return Some(self.$field); })*
                None
            }

            /// Switches an option by name; false when there is none of that name and kind.
            pub fn set(&mut self, name: &[u8], shopt: bool, on: bool) -> bool {
                // POSIX mode expands aliases.
                if !shopt && name == b"posix" {
                    self.expand_aliases = on;
                }
                $(if shopt == $shopt && name == $name.as_bytes() { self.$field = on; return true; })*
                false
            }
        }
    };
}

options! {
    allexport "allexport" Some(b'a'), false, false;
    braceexpand "braceexpand" Some(b'B'), false, true;
    emacs "emacs" None, false, false;
    errexit "errexit" Some(b'e'), false, false;
    errtrace "errtrace" Some(b'E'), false, false;
    functrace "functrace" Some(b'T'), false, false;
    hashall "hashall" Some(b'h'), false, true;
    histexpand "histexpand" Some(b'H'), false, false;
    history "history" None, false, false;
    ignoreeof "ignoreeof" None, false, false;
    interactive_comments "interactive-comments" None, false, true;
    keyword "keyword" Some(b'k'), false, false;
    monitor "monitor" Some(b'm'), false, false;
    noclobber "noclobber" Some(b'C'), false, false;
    noexec "noexec" Some(b'n'), false, false;
    noglob "noglob" Some(b'f'), false, false;
    nolog "nolog" None, false, false;
    notify "notify" Some(b'b'), false, false;
    nounset "nounset" Some(b'u'), false, false;
    onecmd "onecmd" Some(b't'), false, false;
    physical "physical" Some(b'P'), false, false;
    pipefail "pipefail" None, false, false;
    posix "posix" None, false, false;
    privileged "privileged" Some(b'p'), false, false;
    verbose "verbose" Some(b'v'), false, false;
    vi "vi" None, false, false;
    xtrace "xtrace" Some(b'x'), false, false;
    autocd "autocd" None, true, false;
    array_expand_once "assoc_expand_once" None, true, false;
    cdable_vars "cdable_vars" None, true, false;
    cdspell "cdspell" None, true, false;
    checkhash "checkhash" None, true, false;
    checkjobs "checkjobs" None, true, false;
    checkwinsize "checkwinsize" None, true, true;
    cmdhist "cmdhist" None, true, true;
    compat31 "compat31" None, true, false;
    compat32 "compat32" None, true, false;
    compat40 "compat40" None, true, false;
    compat41 "compat41" None, true, false;
    compat42 "compat42" None, true, false;
    compat43 "compat43" None, true, false;
    compat44 "compat44" None, true, false;
    complete_fullquote "complete_fullquote" None, true, true;
    direxpand "direxpand" None, true, false;
    dirspell "dirspell" None, true, false;
    dotglob "dotglob" None, true, false;
    execfail "execfail" None, true, false;
    expand_aliases "expand_aliases" None, true, false;
    extdebug "extdebug" None, true, false;
    extglob "extglob" None, true, false;
    extquote "extquote" None, true, true;
    failglob "failglob" None, true, false;
    force_fignore "force_fignore" None, true, true;
    globasciiranges "globasciiranges" None, true, true;
    globskipdots "globskipdots" None, true, true;
    globstar "globstar" None, true, false;
    gnu_errfmt "gnu_errfmt" None, true, false;
    histappend "histappend" None, true, false;
    histreedit "histreedit" None, true, false;
    histverify "histverify" None, true, false;
    hostcomplete "hostcomplete" None, true, true;
    huponexit "huponexit" None, true, false;
    inherit_errexit "inherit_errexit" None, true, false;
    lastpipe "lastpipe" None, true, false;
    lithist "lithist" None, true, false;
    localvar_inherit "localvar_inherit" None, true, false;
    localvar_unset "localvar_unset" None, true, false;
    login_shell "login_shell" None, true, false;
    mailwarn "mailwarn" None, true, false;
    no_empty_cmd_completion "no_empty_cmd_completion" None, true, false;
    nocaseglob "nocaseglob" None, true, false;
    nocasematch "nocasematch" None, true, false;
    noexpand_translation "noexpand_translation" None, true, false;
    nullglob "nullglob" None, true, false;
    patsub_replacement "patsub_replacement" None, true, true;
    progcomp "progcomp" None, true, true;
    progcomp_alias "progcomp_alias" None, true, false;
    promptvars "promptvars" None, true, true;
    restricted_shell "restricted_shell" None, true, false;
    shift_verbose "shift_verbose" None, true, false;
    sourcepath "sourcepath" None, true, true;
    varredir_close "varredir_close" None, true, false;
    xpg_echo "xpg_echo" None, true, false;
}

impl Options {
    /// Switches a `set` option by its letter; false when there is none.
    pub fn set_letter(&mut self, letter: u8, on: bool) -> bool {
        if letter == b'r' && on {
            self.restricted_shell = true;
            return true;
        }
        TABLE
            .iter()
            .find(|info| !info.shopt && info.letter == Some(letter))
            .is_some_and(|info| self.set(info.name.as_bytes(), false, on))
    }

    /// Takes the `set` options of another; `shopt` options stay.
    pub fn restore_set(&mut self, other: &Options) {
        for info in TABLE.iter().filter(|info| !info.shopt) {
            if let Some(on) = other.get(info.name.as_bytes(), false) {
                self.set(info.name.as_bytes(), false, on);
            }
        }
    }

    /// The letters of `$-` in bash's order, without those of the way the shell was started.
    pub fn letters(&self) -> Vec<u8> {
        b"abefhkmnprtuvxBCEHPT"
            .iter()
            .copied()
            .filter(|letter| {
                if *letter == b'r' {
                    return self.restricted_shell;
                }
                TABLE
                    .iter()
                    .find(|info| !info.shopt && info.letter == Some(*letter))
                    .is_some_and(|info| self.get(info.name.as_bytes(), false) == Some(true))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_names_switch_the_same_option() {
        let mut options = Options::default();
        assert_eq!(options.letters(), b"hB");
        assert!(options.set_letter(b'e', true));
        assert!(options.errexit);
        assert!(options.set(b"pipefail", false, true));
        assert!(!options.set(b"pipefail", true, true));
        assert!(!options.set_letter(b'z', true));
        assert_eq!(options.letters(), b"ehB");
    }
}
