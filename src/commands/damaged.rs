//! Damaged texts for each parser alone, which is a hundred times as fast as whole runs: nothing panics, nothing hangs.

use bstr::ByteSlice;
use bytes::Bytes;
use damage::Damage;
use formats::{PatchOptions, PatchSource, SourceError, plan_patch};
use shell::regex::{Options, Regex, Syntax};

use crate::yq::format::{Format, Shape};
use crate::{awk, find, jq, sed, yq};

/// The files that damaged patches find.
struct Files(Vec<u8>);

impl PatchSource for Files {
    fn read(&self, path: &[u8]) -> Result<Option<Bytes>, SourceError> {
        Ok((!path.len().is_multiple_of(3)).then(|| Bytes::from(self.0.clone())))
    }
}

fn regexes(text: &[u8]) -> bool {
    let syntaxes = [Syntax::Basic, Syntax::Extended, Syntax::Fixed, Syntax::Perl];
    let read = syntaxes.map(|syntax| {
        let grep = Regex::new(text, &Options { step_limit: 10_000, ..Options::grep(syntax) });
        Regex::new(text, &Options::sed(syntax)).is_ok() | grep.is_ok()
    });
    awk::regexes::compile(text, true, awk::dialect::Dialect::default()).is_ok() | read.contains(&true)
}

fn documents(text: &[u8], formats: &[Format]) -> bool {
    let read = formats.iter().map(|format| yq::load::parse(text, *format, &Shape::default()).is_ok());
    read.fold(false, |some, read| some | read)
}

fn sed_script(text: &[u8], extended: bool) -> bool {
    let settings = sed::parse::Settings { extended, ..sed::parse::Settings::default() };
    let source = sed::parse::Source { origin: sed::parse::Origin::Expression(1), text: text.to_vec(), settings };
    sed::parse::parse(&[source]).is_ok()
}

/// A parser: the command whose cases are damaged for it, and whether it could read the text.
type Target = (&'static str, &'static str, fn(&[u8]) -> bool);

const TARGETS: &[Target] = &[
    ("shell", "shell", |text| shell::syntax::parse(text, &shell::syntax::ParseOptions::default()).is_ok()),
    ("arithmetic", "shell", |text| shell::syntax::parse_arith(text).is_ok()),
    ("awk", "awk", |text| awk::parser::parse(text, awk::dialect::Dialect::default(), &[], &[]).is_ok()),
    ("sed", "sed", |text| sed_script(text, false) | sed_script(text, true)),
    ("jq", "jq", |text| jq::syntax::parse(text, false).is_ok() | jq::syntax::parse(text, true).is_ok()),
    ("json", "jq", |text| jq::json::parse_one(text).is_ok()),
    ("regex", "grep", regexes),
    ("yaml", "yq", |text| documents(text, &[Format::Yaml])),
    ("toml", "yq", |text| documents(text, &[Format::Toml])),
    ("xml", "yq", |text| documents(text, &[Format::Xml])),
    ("tables", "yq", |text| documents(text, &[Format::Csv, Format::Tsv, Format::Properties, Format::Json])),
    ("find -printf", "find", |text| find::printf::parse(text).is_ok()),
    ("patch", "apply_patch", |text| plan_patch(text, &Files(text.to_vec()), &PatchOptions::default()).is_ok()),
    ("unified patch", "patch", |text| plan_patch(text, &Files(text.to_vec()), &PatchOptions::default()).is_ok()),
];

fn disturb_all(rounds: u64, wanted: impl Fn(&str) -> bool) {
    let corpora = damage::corpora();
    for (name, command, read) in TARGETS.iter().filter(|(name, ..)| wanted(name)) {
        let pieces = corpora.get(*command).unwrap_or_else(|| panic!("no cases of {command}"));
        let mut damage = Damage::new(rounds, pieces);
        let mut count = 0u64;
        for _ in 0..rounds {
            let text = damage.text();
            let outcome = std::panic::catch_unwind(|| read(&text));
            count += u64::from(outcome.unwrap_or_else(|_| panic!("{name}: {:?}", text.as_bstr())));
        }
        println!("{name}: {rounds} texts, {count} could be read");
    }
}

#[test]
fn damaged_texts_do_no_harm() {
    disturb_all(300, |_| true);
}

/// `ROUNDS=1000000 COMMANDS=awk,sed cargo test -p mem-sandbox-commands many_damaged_texts -- --ignored --nocapture`
#[test]
#[ignore = "runs for minutes"]
fn many_damaged_texts() {
    disturb_all(damage::rounds(), damage::wanted);
}
