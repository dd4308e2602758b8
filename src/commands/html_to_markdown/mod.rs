//! `html-to-markdown`: HTML as GitHub's Markdown.
//!
//! No standard tool of this name exists; the options and the layout are those that users of turndown know.

mod convert;
mod table;
#[cfg(test)]
mod tests;
mod text;

use bstr::{BString, ByteSlice};

use crate::options::{self, Arguments, Opt, Spec, Takes};
use crate::shared::inputs::each_input;
use crate::shared::interrupt::interruptible;
use formats::html;
use shell::command::{Context, Native, Outcome};

use self::convert::{Converter, Style};

const HELP: &str = "\
Usage: html-to-markdown [OPTION]... [FILE]...
Convert HTML to Markdown. With no FILE, or when FILE is -, read standard input.

  -b, --bullet=CHAR          what list items begin with: - (the default), + or *
  -c, --code=FENCE           what encloses blocks of code: ``` (the default) or ~~~
  -r, --hr=STRING            what a horizontal rule is written as: ---
      --heading-style=STYLE  atx (# Heading, the default) or setext (underlined)
      --help                 display this help and exit
      --version              output version information and exit

Scripts, styles and what stands in the head are left out. Unfinished HTML is
read as browsers read it.
";

pub const COMMANDS: &[Native] = &[Native { name: "html-to-markdown", help: HELP, run }];

const SPEC: Spec = Spec::new(&[
    Opt::both('b', "bullet", Takes::Value),
    Opt::both('c', "code", Takes::Value),
    Opt::both('r', "hr", Takes::Value),
    Opt::long('s', "heading-style", Takes::Value),
]);

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut style = Style::default();
    for option in &options {
        let value = option.value();
        let fine = match (option.id, value.as_bytes()) {
            ('b', b"-" | b"+" | b"*") => {
                style.bullet = value.to_str_lossy().into_owned();
                true
            }
            ('c', b"```" | b"~~~") => {
                style.fence = value.to_str_lossy().into_owned();
                true
            }
            ('r', text) if !text.is_empty() => {
                style.rule = value.to_str_lossy().into_owned();
                true
            }
            ('s', b"atx") => {
                style.setext = false;
                true
            }
            ('s', b"setext") => {
                style.setext = true;
                true
            }
            _ => false,
        };
        if !fine {
            let name = match option.id {
                'b' => "bullet",
                'c' => "code fence",
                'r' => "rule",
                _ => "heading style",
            };
            context.complain(&[format!("invalid {name}: '{value}'").as_bytes()])?;
            options::hint(context)?;
            return Ok(1);
        }
    }
    each_input(context, &operands, |context, _: &BString, input| {
        let text = input.read_to_end(context)?;
        // Reading, looking at and writing it are some passes.
        context.charge_bytes(text.len().saturating_mul(8))?;
        let markdown = interruptible(context, || {
            let tree = html::read_document(&text.to_str_lossy());
            Converter::new(&tree, &style).document()
        })?;
        if !markdown.is_empty() {
            context.write(markdown.as_bytes())?;
            context.write(b"\n")?;
        }
        Ok(())
    })
}
