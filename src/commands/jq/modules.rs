//! Finding the files of `import` and `include`.

use std::rc::Rc;

use bstr::{BString, ByteSlice};

use super::arguments::{all_values, folder_of};
use super::compile::{Loaded, NOT_A_LIBRARY, Source};
use super::object::Object;
use super::syntax::{self, ast::Import};
use super::value::Value;
use shell::command::Context;
use shell::kernel::Halt;

/// Where modules are looked for without `-L`.
const DEFAULT: &[&str] = &["~/.jq", "$ORIGIN/../lib/jq", "$ORIGIN/../lib"];

/// Where the program itself would be.
const ORIGIN: &str = "/usr/bin";

/// What a module says about itself, or the messages of what is wrong with its text.
type Metadata = Result<Value, Vec<String>>;

pub struct Finder {
    folders: Vec<String>,
    home: Option<String>,
}

/// The list as `get_search_list` shows it.
pub fn search_list(context: &Context<'_>, library: &[BString]) -> Value {
    if library.is_empty() {
        return Value::array(DEFAULT.iter().map(|folder| Value::string(*folder)).collect());
    }
    // Folders that exist are shown with their whole paths.
    let folders = library.iter().map(|folder| match context.vfs().canonical(context.cwd(), folder) {
        Ok(path) => Value::lossy(path.as_bytes()),
        Err(_) => Value::lossy(folder),
    });
    Value::array(folders.collect())
}

impl Finder {
    pub fn new(context: &Context<'_>, library: &[BString]) -> Result<Finder, Halt> {
        let home = context.exec.env(b"HOME").map(|home| home.to_str_lossy().into_owned());
        let mut folders: Vec<String> = library.iter().map(|folder| folder.to_str_lossy().into_owned()).collect();
        if folders.is_empty() {
            folders.extend(DEFAULT.iter().map(|folder| (*folder).to_owned()));
        }
        Ok(Finder { folders, home })
    }

    /// A folder of the list as a path; relative ones begin at `from`.
    fn expand(&self, folder: &str, from: &str) -> String {
        if let Some(rest) = folder.strip_prefix('~') {
            return format!("{}{rest}", self.home.as_deref().unwrap_or(""));
        }
        if let Some(rest) = folder.strip_prefix("$ORIGIN") {
            return format!("{ORIGIN}{rest}");
        }
        if folder.starts_with('/') || from.is_empty() { folder.to_owned() } else { format!("{from}/{folder}") }
    }

    /// `~/.jq`, if it is a file: definitions for every program.
    pub fn home(&self, context: &mut Context<'_>) -> Result<Option<Source>, Halt> {
        let Some(home) = &self.home else { return Ok(None) };
        let name = format!("{home}/.jq");
        let folder = folder_of(&name).to_owned();
        Ok(read(context, &name)?.map(|text| Source { name, folder, text }))
    }

    /// The file of an import, or why there is none.
    pub fn load(
        &self,
        context: &mut Context<'_>,
        import: &Import,
        from: &Source,
    ) -> Result<Result<Loaded, String>, Halt> {
        if let Err(message) = checked(&import.path) {
            return Ok(Err(message));
        }
        // Folders of its own stand for those of the command line, before which the present one is looked at.
        let own = match &import.metadata {
            Some(Value::Object(metadata)) => metadata.get("search"),
            _ => None,
        };
        let folders: Vec<String> = match own {
            Some(Value::String(search)) => vec![self.expand(search, &from.folder)],
            Some(Value::Array(list)) => {
                list.0.iter().filter_map(Value::text).map(|search| self.expand(search, &from.folder)).collect()
            }
            Some(_) => Vec::new(),
            None => {
                let known = self.folders.iter().map(|folder| self.expand(folder, ""));
                std::iter::once(".".to_owned()).chain(known).collect()
            }
        };
        match self.find(context, &folders, &import.path, import.is_data)? {
            None => Ok(Err(format!(": module not found: {}", import.path))),
            Some((name, text)) if import.is_data => Ok(match all_values(&text.into()) {
                Ok(values) => Ok(Loaded::Data(Value::array(values))),
                Err(message) => Err(format!(" loading data file {name}: {message}")),
            }),
            Some((name, text)) => {
                let folder = folder_of(&name).to_owned();
                Ok(Ok(Loaded::Code(Source { name, folder, text })))
            },
        }
    }

    fn find(
        &self,
        context: &mut Context<'_>,
        folders: &[String],
        path: &str,
        is_data: bool,
    ) -> Result<Option<(String, Vec<u8>)>, Halt> {
        let extension = if is_data { "json" } else { "jq" };
        let last = path.rsplit('/').next().unwrap_or(path);
        for folder in folders {
            let names = [
                format!("{folder}/{path}.{extension}"),
                format!("{folder}/{path}/jq/main.{extension}"),
                format!("{folder}/{path}/{last}.{extension}"),
            ];
            for name in names {
                if let Some(text) = read(context, &name)? {
                    let whole = context.vfs().canonical(context.cwd(), name.as_bytes());
                    let name = whole.map_or(name, |path| path.as_bytes().to_str_lossy().into_owned());
                    return Ok(Some((name, text)));
                }
            }
        }
        Ok(None)
    }

    /// What `modulemeta` tells: the module's own object, what it imports, what it defines; or what is wrong with the
    /// module's text. The outer error: there is no module.
    pub fn metadata(&self, context: &mut Context<'_>, name: &str) -> Result<Result<Metadata, String>, Halt> {
        let folders: Vec<String> = self.folders.iter().map(|folder| self.expand(folder, "")).collect();
        let Some((file, text)) = self.find(context, &folders, name, false)? else {
            return Ok(Err(format!("module not found: {name}")));
        };
        let module = match syntax::parse(&text, false) {
            Ok(module) if module.body.is_some() => return Ok(Ok(Err(vec![NOT_A_LIBRARY.to_owned()]))),
            Ok(module) => module,
            Err(faults) => {
                return Ok(Ok(Err(faults.iter().map(|fault| syntax::describe(fault, &file, &text)).collect())));
            }
        };
        let mut result = match module.metadata {
            Some(Value::Object(metadata)) => Rc::unwrap_or_clone(metadata),
            _ => Object::new(),
        };
        let key = |text: &str| Rc::new(text.to_owned());
        let imports = module.imports.into_iter().map(|import| {
            let mut object = match import.metadata {
                Some(Value::Object(metadata)) => Rc::unwrap_or_clone(metadata),
                _ => Object::new(),
            };
            if let Some(name) = import.name {
                object.insert(key("as"), Value::string(name));
            }
            object.insert(key("is_data"), Value::Bool(import.is_data));
            object.insert(key("relpath"), Value::string(import.path));
            Value::object(object)
        });
        result.insert(key("deps"), Value::array(imports.collect()));
        let definitions = module.definitions.iter();
        let definitions =
            definitions.map(|definition| Value::string(format!("{}/{}", definition.name, definition.parameters.len())));
        result.insert(key("defs"), Value::array(definitions.collect()));
        Ok(Ok(Ok(Value::object(result))))
    }
}

/// Whether a path is one that a module may have; otherwise why not.
fn checked(path: &str) -> Result<(), String> {
    let mut before = None;
    for part in path.split('/') {
        if part == ".." {
            return Err(format!(": Relative paths to modules may not traverse to parent directories ({path})"));
        }
        if before == Some(part) && !part.is_empty() {
            return Err(format!(": module names must not have equal consecutive components: {path}"));
        }
        before = Some(part);
    }
    Ok(())
}

/// The text of a file; `None`: there is no such file.
fn read(context: &mut Context<'_>, name: &str) -> Result<Option<Vec<u8>>, Halt> {
    match context.vfs().read_file(context.cwd(), name.as_bytes()) {
        Ok(content) => {
            let text = content.to_bytes();
            match context.charge_bytes(text.len()) {
                Ok(()) => Ok(Some(text.to_vec())),
                Err(halt) => Err(halt),
            }
        }
        Err(_) => Ok(None),
    }
}
