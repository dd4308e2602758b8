//! The formats of model tools for JavaScript: a diff without headers, the text editor, the memory.

use bytes::Bytes;
use napi::{Env, Result};
use napi_derive::napi;

use super::error::{IntoJs, invalid};
use super::options::whole;
use super::results::PatchedFile;
use super::session::Session;
use crate::session::{self, EditCommand, FileCommand, MemoryCommand};

/// How a diff without headers is to be applied.
#[napi(object)]
#[derive(Default)]
pub struct DiffOptions {
    /// The diff is a new file, every line marked `+`; a file that is there is replaced. Default `false`.
    pub create: Option<bool>,
    /// Where the file is afterwards; missing folders are made, a file that is there is replaced. Default: where it was.
    pub move_to: Option<String>,
}

/// What a model asks of the text editor, in its own words: `str_replace_based_edit_tool` and `str_replace_editor`.
#[napi(object)]
pub struct EditorToolInput {
    #[napi(ts_type = "'view' | 'create' | 'str_replace' | 'insert' | 'undo_edit'")]
    pub command: String,
    pub path: String,
    /// `create`: the whole text.
    #[napi(js_name = "file_text")]
    pub file_text: Option<String>,
    /// `view`: the first and the last line, from 1; −1 is the end.
    #[napi(js_name = "view_range")]
    pub view_range: Option<Vec<f64>>,
    /// `str_replace`: what to replace; it must be there exactly once.
    #[napi(js_name = "old_str")]
    pub old_str: Option<String>,
    /// `str_replace`: what takes its place, nothing when it is left out. `insert`: another name of `insert_text`.
    #[napi(js_name = "new_str")]
    pub new_str: Option<String>,
    /// `insert`: the line to insert behind; 0 is before the first.
    #[napi(js_name = "insert_line")]
    pub insert_line: Option<f64>,
    #[napi(js_name = "insert_text")]
    pub insert_text: Option<String>,
}

/// What a host may set of the text editor.
#[napi(object)]
#[derive(Default)]
pub struct EditorToolOptions {
    /// The most characters that `view` shows of a file; what was left out is said. Default: no limit.
    pub max_characters: Option<f64>,
    /// What `create` does where a file is: `'overwrite'` it, or `'refuse'`. Default `'overwrite'`.
    #[napi(ts_type = "'overwrite' | 'refuse'")]
    pub existing: Option<String>,
}

/// What a model asks of the memory, in its own words: the tool `memory`.
#[napi(object)]
pub struct MemoryToolInput {
    #[napi(ts_type = "'view' | 'create' | 'str_replace' | 'insert' | 'delete' | 'rename'")]
    pub command: String,
    /// All but `rename`: a path below `/memories`.
    pub path: Option<String>,
    #[napi(js_name = "file_text")]
    pub file_text: Option<String>,
    #[napi(js_name = "view_range")]
    pub view_range: Option<Vec<f64>>,
    #[napi(js_name = "old_str")]
    pub old_str: Option<String>,
    #[napi(js_name = "new_str")]
    pub new_str: Option<String>,
    #[napi(js_name = "insert_line")]
    pub insert_line: Option<f64>,
    #[napi(js_name = "insert_text")]
    pub insert_text: Option<String>,
    /// `rename`: from where.
    #[napi(js_name = "old_path")]
    pub old_path: Option<String>,
    /// `rename`: to where.
    #[napi(js_name = "new_path")]
    pub new_path: Option<String>,
}

/// What a model asks of a file tool, in its own words: the tools `Read`, `Write` and `Edit` of coding agents.
#[napi(object)]
pub struct FileToolInput {
    #[napi(ts_type = "'Read' | 'Write' | 'Edit'")]
    pub tool: String,
    #[napi(js_name = "file_path")]
    pub file_path: String,
    /// `Read`: the first line, from 1, which is the default.
    pub offset: Option<f64>,
    /// `Read`: how many lines. Default 2,000.
    pub limit: Option<f64>,
    /// `Write`: the whole text.
    pub content: Option<String>,
    /// `Edit`: what to replace; it must be there exactly once, or with `replace_all` at least once. Empty: `new_string` is
    /// a new file.
    #[napi(js_name = "old_string")]
    pub old_string: Option<String>,
    /// `Edit`: what takes its place.
    #[napi(js_name = "new_string")]
    pub new_string: Option<String>,
    /// `Edit`: replace every place. Default `false`.
    #[napi(js_name = "replace_all")]
    pub replace_all: Option<bool>,
}

/// What a host may set of the file tools.
#[napi(object)]
#[derive(Default)]
pub struct FileToolOptions {
    /// The most bytes that `Read` shows; what did not fit is said. Default: no limit.
    pub max_bytes: Option<f64>,
}

#[napi]
impl Session {
    /// Applies to one file a diff without headers, as OpenAI's `apply_patch_call` has them (`applyDiff` of the Agents
    /// SDK): all of it or nothing.
    ///
    /// Errors: `INVALID_PATCH`, `PATCH_CONTEXT_MISMATCH`, `FILE_ENCODING`, file errors, `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn apply_diff(
        &self,
        env: &Env,
        path: String,
        diff: String,
        options: Option<DiffOptions>,
    ) -> Result<PatchedFile> {
        let options = options.unwrap_or_default();
        let how = session::DiffOptions { create: options.create.unwrap_or(false), move_to: options.move_to.as_deref() };
        let file = self.core.apply_diff(&path, &diff, how).into_js()?;
        self.report_memory(env)?;
        Ok(file.into())
    }

    /// Does what a model asked of Anthropic's text editor, and gives the text to answer with. Paths are absolute or
    /// relative to the working folder.
    ///
    /// Errors, whose messages are for the model too: file errors, `FILE_ENCODING`, `INVALID_RANGE`,
    /// `PATCH_CONTEXT_MISMATCH` (the text is not there, or more than once), `INVALID_PATCH` (nothing to replace),
    /// `NOTHING_TO_UNDO`, `STALE_CONTENT` (changed by other means since the edit), `INVALID_ARGUMENT` for a parameter
    /// that is missing, `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn editor_tool(&self, env: &Env, input: EditorToolInput, options: Option<EditorToolOptions>) -> Result<String> {
        let options = options.unwrap_or_default();
        let most = options.max_characters.map(|most| whole("maxCharacters", most, 1, 1 << 53)).transpose()?;
        let how = session::EditOptions {
            max_characters: most.and_then(|most| usize::try_from(most).ok()),
            refuse_existing: match options.existing.as_deref() {
                None | Some("overwrite") => false,
                Some("refuse") => true,
                Some(other) => return Err(invalid(format!("existing must be 'overwrite' or 'refuse'; got '{other}'"))),
            },
        };
        let of = |name: &str| format!("{name} is required for the command {}", input.command);
        let command = match input.command.as_str() {
            "view" => EditCommand::View { range: range(input.view_range.as_deref())? },
            "create" => EditCommand::Create { text: needed(input.file_text, || of("file_text"))? },
            "str_replace" => EditCommand::Replace {
                old: needed(input.old_str, || of("old_str"))?,
                new: input.new_str.unwrap_or_default().into(),
            },
            "insert" => EditCommand::Insert {
                line: line(input.insert_line, || of("insert_line"))?,
                text: needed(input.insert_text.or(input.new_str), || of("insert_text"))?,
            },
            "undo_edit" => EditCommand::Undo,
            other => {
                let known = "view, create, str_replace, insert or undo_edit";
                return Err(invalid(format!("command must be {known}; got '{other}'")));
            }
        };
        let text = self.core.edit(&input.path, command, how).into_js()?;
        self.report_memory(env)?;
        Ok(text)
    }

    /// Does what a model asked of Anthropic's memory tool, and gives the text to answer with. Everything is below
    /// `/memories`, which is made when it is not there.
    ///
    /// Errors, whose messages are for the model too: `INVALID_ARGUMENT` for a path that is or leads elsewhere and for a
    /// parameter that is missing, `EEXIST`, `ENOENT`, those of `editorTool`.
    #[napi(catch_unwind)]
    pub fn memory_tool(&self, env: &Env, input: MemoryToolInput) -> Result<String> {
        let of = |name: &str| format!("{name} is required for the command {}", input.command);
        let path = |path: Option<String>| path.ok_or_else(|| invalid(of("path")));
        let command = match input.command.as_str() {
            "view" => MemoryCommand::View { path: path(input.path)?, range: range(input.view_range.as_deref())? },
            "create" => {
                MemoryCommand::Create { path: path(input.path)?, text: needed(input.file_text, || of("file_text"))? }
            }
            "str_replace" => MemoryCommand::Replace {
                path: path(input.path)?,
                old: needed(input.old_str, || of("old_str"))?,
                new: input.new_str.unwrap_or_default().into(),
            },
            "insert" => MemoryCommand::Insert {
                path: path(input.path)?,
                line: line(input.insert_line, || of("insert_line"))?,
                text: needed(input.insert_text.or(input.new_str), || of("insert_text"))?,
            },
            "delete" => MemoryCommand::Delete { path: path(input.path)? },
            "rename" => MemoryCommand::Rename {
                from: input.old_path.ok_or_else(|| invalid(of("old_path")))?,
                to: input.new_path.ok_or_else(|| invalid(of("new_path")))?,
            },
            other => {
                let known = "view, create, str_replace, insert, delete or rename";
                return Err(invalid(format!("command must be {known}; got '{other}'")));
            }
        };
        let text = self.core.memory_tool(command).into_js()?;
        self.report_memory(env)?;
        Ok(text)
    }

    /// Does what a model asked of the file tools that coding agents know, and gives the text to answer with. `Read` shows
    /// lines with their numbers, lines of more than 2,000 characters cut; `Write` writes a whole file; `Edit` replaces a
    /// text. Paths are absolute or relative to the working folder. `editorTool` can undo what `Write` and `Edit` did.
    ///
    /// Errors, whose messages are for the model too: file errors, `FILE_ENCODING`, `INVALID_RANGE`,
    /// `PATCH_CONTEXT_MISMATCH` (the text is not there, or more than once), `INVALID_PATCH` (nothing to replace, or no
    /// change), `INVALID_ARGUMENT` for a parameter that is missing, `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn file_tool(&self, env: &Env, input: FileToolInput, options: Option<FileToolOptions>) -> Result<String> {
        let of = |name: &str| format!("{name} is required for {}", input.tool);
        let count = |name: &str, number: Option<f64>| number.map(|number| whole(name, number, 1, 1 << 53)).transpose();
        let command = match input.tool.as_str() {
            "Read" => FileCommand::Read { offset: count("offset", input.offset)?, limit: count("limit", input.limit)? },
            "Write" => FileCommand::Write { text: needed(input.content, || of("content"))? },
            "Edit" => FileCommand::Edit {
                old: needed(input.old_string, || of("old_string"))?,
                new: needed(input.new_string, || of("new_string"))?,
                all: input.replace_all.unwrap_or(false),
            },
            other => return Err(invalid(format!("tool must be Read, Write or Edit; got '{other}'"))),
        };
        let most = options.unwrap_or_default().max_bytes.map(|most| whole("maxBytes", most, 1, 1 << 53)).transpose()?;
        let most = most.and_then(|most| usize::try_from(most).ok());
        let text = self.core.file_tool(&input.file_path, command, most).into_js()?;
        self.report_memory(env)?;
        Ok(text)
    }
}

fn needed(text: Option<String>, what: impl FnOnce() -> String) -> Result<Bytes> {
    text.map(Bytes::from).ok_or_else(|| invalid(what()))
}

fn line(number: Option<f64>, what: impl FnOnce() -> String) -> Result<i64> {
    let number = number.ok_or_else(|| invalid(what()))?;
    integer(number).ok_or_else(|| invalid(format!("insert_line must be an integer; got {number}")))
}

fn range(range: Option<&[f64]>) -> Result<Option<(i64, i64)>> {
    let Some(range) = range else { return Ok(None) };
    let both = match range {
        [first, last] => integer(*first).zip(integer(*last)),
        _ => None,
    };
    both.map(Some).ok_or_else(|| invalid("view_range must be two integers: the first line and the last, or -1"))
}

fn integer(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < (1u64 << 53) as f64).then_some(number as i64)
}
