//! `locale`: the settings of the one locale that there is.

use bstr::ByteSlice;

use super::options::{self, Opt, Refused, Spec, Takes};
use shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: locale [OPTION...] NAME
  or:  locale [OPTION...] [-a|-m]
Print what there is to say about the locale.

 System information:
  -a, --all-locales          print the names of all locales
  -m, --charmaps             print the names of all character sets

 How the values of NAMEs are printed:
  -c, --category-name        with the names of their categories
  -k, --keyword-name         with their own names
  -v, --verbose              with -a, say more

  -?, --help                 print this help and exit
  -V, --version              print the version and exit
";

pub const COMMANDS: &[Native] = &[Native { name: "locale", help: HELP, run }];

const SPEC: Spec = Spec::new(&[
    Opt::both('a', "all-locales", Takes::Nothing),
    Opt::both('m', "charmaps", Takes::Nothing),
    Opt::both('c', "category-name", Takes::Nothing),
    Opt::both('k', "keyword-name", Takes::Nothing),
    Opt::both('v', "verbose", Takes::Nothing),
    Opt::short('?', Takes::Nothing),
    Opt::short('V', Takes::Nothing),
]);

fn run(context: &mut Context<'_>) -> Outcome {
    let scanned = match options::scan(&SPEC, context.args()) {
        Ok(scanned) => scanned,
        Err(Refused::Help) => return options::print_help(context),
        Err(Refused::Version) => return options::print_version(context, "locale"),
        Err(Refused::Unknown(message) | Refused::Usage(message)) => {
            context.complain(&[&message])?;
            let hint = b"Try `locale --help' or `locale --usage' for more information.\n";
            context.write_error(hint)?;
            return Ok(64);
        }
    };
    let given = |id| scanned.options.iter().any(|(_, option)| option.id == id);
    if given('?') {
        return options::print_help(context);
    }
    if given('V') {
        return options::print_version(context, "locale");
    }
    if given('a') {
        context.write(b"C\nC.utf8\nPOSIX\n")?;
        return Ok(0);
    }
    if given('m') {
        context.write(b"ANSI_X3.4-1968\nUTF-8\n")?;
        return Ok(0);
    }
    if scanned.operands.is_empty() {
        return settings(context);
    }
    let (with_category, with_name) = (given('c'), given('k'));
    for name in &scanned.operands {
        let mut found = false;
        for (category, text) in CATEGORIES {
            let whole = *name == **category;
            let mut shown = false;
            for line in text.lines() {
                let Some((key, value)) = line.split_once('=') else { continue };
                if !whole && *name != *key {
                    continue;
                }
                found = true;
                if with_category && !std::mem::replace(&mut shown, true) {
                    context.write(format!("{category}\n").as_bytes())?;
                }
                let plain = value.replace("\";\"", ";");
                let plain = plain.trim_matches('"');
                let line = if with_name { format!("{line}\n") } else { format!("{plain}\n") };
                context.write(line.as_bytes())?;
            }
        }
        if !found {
            context.complain(&[b"unknown name \"", name, b"\""])?;
            return Ok(1);
        }
    }
    Ok(0)
}

/// The variables that choose the locale.
fn settings(context: &mut Context<'_>) -> Outcome {
    let value = |context: &Context<'_>, name: &str| {
        let value = context.exec.env(name.as_bytes()).map(|value| value.to_str_lossy().into_owned());
        value.unwrap_or_default()
    };
    let (all, language) = (value(context, "LC_ALL"), value(context, "LANG"));
    let mut out = format!("LANG={language}\nLANGUAGE={}\n", value(context, "LANGUAGE"));
    for (category, _) in CATEGORIES {
        let own = value(context, category);
        let line = if all.is_empty() && !own.is_empty() {
            format!("{category}={own}\n")
        } else {
            let implied = [&all, &language].into_iter().find(|value| !value.is_empty());
            format!("{category}=\"{}\"\n", implied.map_or("POSIX", |value| value))
        };
        out.push_str(&line);
    }
    out.push_str(&format!("LC_ALL={all}\n"));
    context.write(out.as_bytes())?;
    Ok(0)
}

/// Each category with what `locale -k` prints of it.
#[rustfmt::skip]
const CATEGORIES: &[(&str, &str)] = &[
    ("LC_CTYPE", r#"ctype-class-names="upper";"lower";"alpha";"digit";"xdigit";"space";"print";"graph";"blank";"cntrl";"punct";"alnum";"combining";"combining_level3"
ctype-map-names="toupper";"tolower";"totitle"
ctype-width=16
ctype-mb-cur-max=6
charmap="UTF-8"
ctype-class-offset=72
ctype-map-offset=86
ctype-indigits_mb-len=1
ctype-indigits0_mb="0"
ctype-indigits1_mb="1"
ctype-indigits2_mb="2"
ctype-indigits3_mb="3"
ctype-indigits4_mb="4"
ctype-indigits5_mb="5"
ctype-indigits6_mb="6"
ctype-indigits7_mb="7"
ctype-indigits8_mb="8"
ctype-indigits9_mb="9"
ctype-indigits_wc-len=1
ctype-outdigit0_mb="0"
ctype-outdigit1_mb="1"
ctype-outdigit2_mb="2"
ctype-outdigit3_mb="3"
ctype-outdigit4_mb="4"
ctype-outdigit5_mb="5"
ctype-outdigit6_mb="6"
ctype-outdigit7_mb="7"
ctype-outdigit8_mb="8"
ctype-outdigit9_mb="9"
ctype-outdigit0_wc=48
ctype-outdigit1_wc=49
ctype-outdigit2_wc=50
ctype-outdigit3_wc=51
ctype-outdigit4_wc=52
ctype-outdigit5_wc=53
ctype-outdigit6_wc=54
ctype-outdigit7_wc=55
ctype-outdigit8_wc=56
ctype-outdigit9_wc=57
ctype-translit-tab-size=6228
ctype-translit-default-missing-len=1
ctype-translit-ignore-len=0
ctype-translit-ignore=""
map-to-nonascii=0
nonascii-case=0
"#),
    ("LC_NUMERIC", r#"decimal_point="."
thousands_sep=""
grouping=-1
numeric-decimal-point-wc=46
numeric-thousands-sep-wc=0
numeric-codeset="UTF-8"
"#),
    ("LC_TIME", r#"abday="Sun;Mon;Tue;Wed;Thu;Fri;Sat"
day="Sunday;Monday;Tuesday;Wednesday;Thursday;Friday;Saturday"
abmon="Jan;Feb;Mar;Apr;May;Jun;Jul;Aug;Sep;Oct;Nov;Dec"
mon="January;February;March;April;May;June;July;August;September;October;November;December"
am_pm="AM;PM"
d_t_fmt="%a %b %e %H:%M:%S %Y"
d_fmt="%m/%d/%y"
t_fmt="%H:%M:%S"
t_fmt_ampm="%I:%M:%S %p"
era=
era_year=""
era_d_fmt=""
alt_digits=
era_d_t_fmt=""
era_t_fmt=""
time-era-num-entries=0
time-era-entries="S"
week-ndays=7
week-1stday=19971130
week-1stweek=4
first_weekday=1
first_workday=2
cal_direction=1
timezone=""
date_fmt="%a %b %e %H:%M:%S %Z %Y"
time-codeset="UTF-8"
alt_mon="January;February;March;April;May;June;July;August;September;October;November;December"
ab_alt_mon="Jan;Feb;Mar;Apr;May;Jun;Jul;Aug;Sep;Oct;Nov;Dec"
"#),
    ("LC_COLLATE", r#"collate-nrules=0
collate-rulesets=""
collate-symb-hash-sizemb=0
collate-codeset="UTF-8"
"#),
    ("LC_MONETARY", r#"int_curr_symbol=""
currency_symbol=""
mon_decimal_point=""
mon_thousands_sep=""
mon_grouping=-1
positive_sign=""
negative_sign=""
int_frac_digits=-1
frac_digits=-1
p_cs_precedes=-1
p_sep_by_space=-1
n_cs_precedes=-1
n_sep_by_space=-1
p_sign_posn=-1
n_sign_posn=-1
crncystr="-"
int_p_cs_precedes=-1
int_p_sep_by_space=-1
int_n_cs_precedes=-1
int_n_sep_by_space=-1
int_p_sign_posn=-1
int_n_sign_posn=-1
duo_int_curr_symbol=""
duo_currency_symbol=""
duo_int_frac_digits=-1
duo_frac_digits=-1
duo_p_cs_precedes=-1
duo_p_sep_by_space=-1
duo_n_cs_precedes=-1
duo_n_sep_by_space=-1
duo_int_p_cs_precedes=-1
duo_int_p_sep_by_space=-1
duo_int_n_cs_precedes=-1
duo_int_n_sep_by_space=-1
duo_p_sign_posn=-1
duo_n_sign_posn=-1
duo_int_p_sign_posn=-1
duo_int_n_sign_posn=-1
uno_valid_from=10101
uno_valid_to=99991231
duo_valid_from=10101
duo_valid_to=99991231
conversion_rate=1;1
monetary-decimal-point-wc=0
monetary-thousands-sep-wc=0
monetary-codeset="UTF-8"
"#),
    ("LC_MESSAGES", r#"yesexpr="^[yY]"
noexpr="^[nN]"
yesstr=""
nostr=""
messages-codeset="UTF-8"
"#),
    ("LC_PAPER", r#"height=297
width=210
paper-codeset="UTF-8"
"#),
    ("LC_NAME", r#"name_fmt="%p%t%g%t%m%t%f"
name_gen=""
name_mr=""
name_mrs=""
name_miss=""
name_ms=""
name-codeset="UTF-8"
"#),
    ("LC_ADDRESS", r#"postal_fmt="%a%N%f%N%d%N%b%N%s %h %e %r%N%C-%z %T%N%c%N"
country_name=""
country_post=""
country_ab2=""
country_ab3=""
country_car=""
country_num=0
country_isbn=""
lang_name=""
lang_ab=""
lang_term=""
lang_lib=""
address-codeset="UTF-8"
"#),
    ("LC_TELEPHONE", r#"tel_int_fmt="+%c %a %l"
tel_dom_fmt=""
int_select=""
int_prefix=""
telephone-codeset="UTF-8"
"#),
    ("LC_MEASUREMENT", r#"measurement=1
measurement-codeset="UTF-8"
"#),
    ("LC_IDENTIFICATION", r#"title="C locale"
source=""
address=""
contact=""
email="bug-glibc-locales@gnu.org"
tel=""
fax=""
language=""
territory=""
audience=""
application=""
abbreviation=""
revision="2.1"
date="2022-01-30"
category="i18n:2012;UTF-8;;;;;;;;;;;"
identification-codeset="UTF-8"
"#),
];
