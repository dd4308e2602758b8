//! The walk through the tree.

use std::collections::HashMap;

use super::table;
use super::text::{collapse, escape, is_dropped};
use formats::html::is_block;
use formats::interrupt;
use formats::xml::{Id, Kind, NONE, ROOT, Tree};

/// How things are written that can be written in several ways.
#[derive(Clone, Debug)]
pub struct Style {
    pub bullet: String,
    pub fence: String,
    pub rule: String,
    pub setext: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { bullet: "-".to_owned(), fence: "```".to_owned(), rule: "---".to_owned(), setext: false }
    }
}

pub struct Converter<'t> {
    pub tree: &'t Tree,
    style: &'t Style,
    texts: HashMap<Id, String>,
    /// How many tables the walk is in: inside one, there are no blocks.
    pub tables: usize,
}

impl<'t> Converter<'t> {
    pub fn new(tree: &'t Tree, style: &'t Style) -> Converter<'t> {
        Converter { tree, style, texts: collapse(tree, ROOT), tables: 0 }
    }

    /// The whole document, without empty lines around it.
    pub fn document(&mut self) -> String {
        let text = self.children(ROOT);
        text.trim_start_matches(['\n', '\t', '\r']).trim_end().to_owned()
    }

    pub fn name(&self, id: Id) -> &'t str {
        self.tree.element(id).map_or("", |element| &element.name.local)
    }

    /// What the children of a node become, with blank lines between blocks.
    pub fn children(&mut self, id: Id) -> String {
        let mut out = String::new();
        let ids: Vec<Id> = self.tree.children(id).collect();
        for child in ids {
            if interrupt::is_over() {
                break;
            }
            let part = self.node(child, &out);
            append(&mut out, &part);
        }
        out
    }

    /// What a node becomes. `before`: what stands before it in its parent.
    fn node(&mut self, id: Id, before: &str) -> String {
        match self.tree.kind(id) {
            Kind::Text(_) | Kind::Entity { .. } => {
                let Some(text) = self.texts.get(&id) else { return String::new() };
                let line_start = (before.is_empty() || before.ends_with('\n')) && self.begins_line(id);
                escape(text, line_start)
            }
            Kind::Element(element) => self.element(id, &element.name.local),
            _ => String::new(),
        }
    }

    /// Whether nothing stands before a node on its line: it is the first of a block.
    fn begins_line(&self, id: Id) -> bool {
        let mut id = id;
        loop {
            let parent = self.tree.parent(id);
            if is_block(self.name(parent)) || parent == ROOT || parent == NONE {
                return true;
            }
            // An inline element that holds nothing but this before it.
            let mut earlier = self.tree.previous(parent);
            while earlier != NONE {
                if self.texts.contains_key(&earlier) || self.tree.element(earlier).is_some() {
                    return is_block(self.name(earlier)) || self.name(earlier) == "br";
                }
                earlier = self.tree.previous(earlier);
            }
            id = parent;
        }
    }

    fn element(&mut self, id: Id, name: &str) -> String {
        if is_dropped(name) {
            return String::new();
        }
        match name {
            "br" => return if self.tables > 0 { "<br>".to_owned() } else { "  \n".to_owned() },
            "hr" => return format!("\n\n{}\n\n", self.style.rule),
            "img" => return self.image(id),
            "pre" => return self.block_of_code(id),
            "code" | "kbd" | "samp" | "tt" => return self.code(id),
            "table" => {
                self.tables += 1;
                let text = table::write(self, id);
                self.tables -= 1;
                return text;
            }
            "input" => return self.check_box(id),
            "ul" | "ol" | "menu" | "dir" => return self.list(id, name == "ol"),
            _ => {}
        }
        let content = self.children(id);
        if content.trim().is_empty() {
            let kept = name == "a" && !content.is_empty();
            return if is_block(name) { "\n\n".to_owned() } else if kept { " ".to_owned() } else { content };
        }
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.heading(name, &content),
            "blockquote" => {
                let lines: Vec<String> = content
                    .trim_matches('\n')
                    .split('\n')
                    .map(|line| if line.is_empty() { ">".to_owned() } else { format!("> {line}") })
                    .collect();
                format!("\n\n{}\n\n", lines.join("\n"))
            }
            "em" | "i" | "cite" | "dfn" | "var" => wrapped(&content, "_"),
            "strong" | "b" => wrapped(&content, "**"),
            "del" | "s" | "strike" => wrapped(&content, "~~"),
            "a" => self.link(id, &content),
            "dt" => format!("\n\n{}\n", content.trim()),
            "dd" => {
                let content = content.trim().replace('\n', "\n    ");
                format!("\n:   {content}\n")
            }
            "q" => format!("\"{content}\""),
            _ if is_block(name) => format!("\n\n{content}\n\n"),
            _ => content,
        }
    }

    fn heading(&self, name: &str, content: &str) -> String {
        let level = name.as_bytes().get(1).copied().map_or(1, |digit| usize::from(digit.saturating_sub(b'0')));
        let text = content.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.style.setext && level < 3 {
            let line = if level == 1 { "=" } else { "-" };
            return format!("\n\n{text}\n{}\n\n", line.repeat(text.chars().count()));
        }
        format!("\n\n{} {text}\n\n", "#".repeat(level))
    }

    fn link(&self, id: Id, content: &str) -> String {
        let Some(target) = self.tree.attribute(id, "href") else { return content.to_owned() };
        let (lead, text, trail) = flanks(content);
        let text = text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        format!("{lead}[{text}]({}{}){trail}", address(target), title(self.tree.attribute(id, "title")))
    }

    fn image(&self, id: Id) -> String {
        let Some(source) = self.tree.attribute(id, "src").filter(|source| !source.is_empty()) else { return String::new() };
        let alternative = self.tree.attribute(id, "alt").unwrap_or_default();
        let alternative = alternative.split_whitespace().collect::<Vec<_>>().join(" ");
        let alternative = alternative.replace('[', "\\[").replace(']', "\\]");
        format!("![{alternative}]({}{})", address(source), title(self.tree.attribute(id, "title")))
    }

    fn check_box(&self, id: Id) -> String {
        let is_box = self.tree.attribute(id, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
        if !is_box || self.name(self.tree.parent(id)) != "li" && self.name(self.tree.parent(self.tree.parent(id))) != "li" {
            return String::new();
        }
        if self.tree.attribute(id, "checked").is_some() { "[x]".to_owned() } else { "[ ]".to_owned() }
    }

    fn raw(&self, id: Id) -> String {
        let mut text = String::new();
        let mut at = self.tree.first(id);
        while at != NONE {
            match self.tree.kind(at) {
                Kind::Text(part) | Kind::Cdata(part) | Kind::Entity { text: part, .. } => text.push_str(part),
                Kind::Element(element) if &*element.name.local == "br" => text.push('\n'),
                _ => {}
            }
            at = self.tree.following(at, id);
        }
        text
    }

    fn code(&self, id: Id) -> String {
        let text = self.raw(id);
        let text: Vec<&str> = text.split(['\n', '\r', '\t']).collect();
        let text = text.join(" ");
        if text.trim().is_empty() {
            return text;
        }
        let ticks = longest_run(&text, '`');
        let delimiter = "`".repeat(if ticks == 0 { 1 } else { ticks + 1 });
        let spaced = text.starts_with('`') || text.ends_with('`') || text.starts_with(' ') && text.ends_with(' ');
        let pad = if spaced { " " } else { "" };
        let text = if self.tables > 0 { text.replace('|', "\\|") } else { text };
        format!("{delimiter}{pad}{text}{pad}{delimiter}")
    }

    fn block_of_code(&self, id: Id) -> String {
        let text = self.raw(id);
        let text = text.strip_prefix('\n').unwrap_or(&text);
        let text = text.strip_suffix('\n').unwrap_or(text);
        if self.tables > 0 {
            return format!("`{}`", text.replace('\n', " ").replace('|', "\\|"));
        }
        let code = self.tree.children(id).find(|child| self.name(*child) == "code");
        let language = [code, Some(id), Some(self.tree.parent(id))].into_iter().flatten().find_map(|id| {
            let classes = self.tree.attribute(id, "class")?;
            classes.split_whitespace().find_map(|class| {
                class
                    .strip_prefix("language-")
                    .or_else(|| class.strip_prefix("lang-"))
                    .or_else(|| class.strip_prefix("highlight-source-"))
                    .map(str::to_owned)
            })
        });
        let mark = self.style.fence.chars().next().unwrap_or('`');
        let longest = text
            .lines()
            .map(|line| line.trim_start().chars().take_while(|character| *character == mark).count())
            .max()
            .unwrap_or(0);
        let fence = mark.to_string().repeat(longest.max(2) + 1);
        format!("\n\n{fence}{}\n{text}\n{fence}\n\n", language.unwrap_or_default())
    }

    fn list(&mut self, id: Id, ordered: bool) -> String {
        let first = self.tree.attribute(id, "start").and_then(|start| start.trim().parse::<i64>().ok()).unwrap_or(1);
        let mut out = String::new();
        let mut number = first;
        let children: Vec<Id> = self.tree.children(id).collect();
        for child in children {
            if self.name(child) != "li" {
                let part = self.node(child, &out);
                if !part.trim().is_empty() {
                    // A list right in a list belongs to the item before it.
                    let text = part.trim_matches('\n').replace('\n', "\n    ");
                    if !out.is_empty() && !out.ends_with('\n') {
                        out.push('\n');
                    }
                    out.push_str("    ");
                    out.push_str(&text);
                }
                continue;
            }
            let content = self.children(child);
            let is_paragraph = content.ends_with('\n') && content.trim_end().contains('\n') && self.has_paragraph(child);
            let prefix = if ordered { format!("{number}.  ") } else { format!("{}   ", self.style.bullet) };
            number = number.saturating_add(1);
            let indent = " ".repeat(prefix.chars().count());
            let lines: Vec<String> = content
                .trim_matches('\n')
                .trim_end()
                .split('\n')
                .enumerate()
                .map(|(index, line)| if index == 0 || line.is_empty() { line.to_owned() } else { format!("{indent}{line}") })
                .collect();
            if !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            out.push_str(&prefix);
            out.push_str(&lines.join("\n"));
            if is_paragraph {
                out.push_str("\n\n");
            }
        }
        let out = out.trim_end();
        let parent = self.tree.parent(id);
        let inner = matches!(self.name(parent), "li" | "ul" | "ol");
        if inner { format!("\n{out}\n") } else { format!("\n\n{out}\n\n") }
    }

    fn has_paragraph(&self, id: Id) -> bool {
        self.tree.children(id).any(|child| matches!(self.name(child), "p" | "pre" | "blockquote"))
    }
}

/// Joins parts: of the line ends where they meet two remain at most.
fn append(out: &mut String, part: &str) {
    let kept = out.trim_end_matches('\n').len();
    let before = out.len() - kept;
    let rest = part.trim_start_matches('\n');
    let after = part.len() - rest.len();
    out.truncate(kept);
    if kept > 0 || before.max(after) > 0 {
        out.push_str(match before.max(after) {
            0 => "",
            1 => "\n",
            _ => "\n\n",
        });
    }
    out.push_str(rest);
}

/// White space in front of a text, the text, white space behind it.
fn flanks(text: &str) -> (&str, &str, &str) {
    let inner = text.trim();
    let start = text.len() - text.trim_start().len();
    let lead = text.get(..start).unwrap_or_default();
    let trail = text.get(start + inner.len()..).unwrap_or_default();
    (lead, inner, trail)
}

fn wrapped(content: &str, mark: &str) -> String {
    let (lead, text, trail) = flanks(content);
    // Marks do not reach over blank lines.
    let parts: Vec<String> = text
        .split("\n\n")
        .map(|part| if part.trim().is_empty() { String::new() } else { format!("{mark}{}{mark}", part.trim()) })
        .collect();
    format!("{lead}{}{trail}", parts.join("\n\n"))
}

fn longest_run(text: &str, mark: char) -> usize {
    text.split(|character| character != mark).map(str::len).max().unwrap_or(0)
}

/// The target of a link.
fn address(target: &str) -> String {
    let target = target.trim();
    if target.contains([' ', '\n', '\t']) {
        return format!("<{}>", target.split_whitespace().collect::<Vec<_>>().join(" ").replace('>', "%3E"));
    }
    target.replace('(', "\\(").replace(')', "\\)")
}

fn title(title: Option<&str>) -> String {
    match title.map(str::trim).filter(|title| !title.is_empty()) {
        Some(title) => {
            let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
            format!(" \"{}\"", title.replace('"', "\\\""))
        }
        None => String::new(),
    }
}
