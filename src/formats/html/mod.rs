//! HTML as browsers take it: a reader that accepts everything and makes a tree of it, and a writer.
//!
//! The tree is that of [`xml`](crate::xml), with elements and attributes in small letters; the content of scripts and
//! styles is `Cdata`.

mod entities;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use entities::named;
pub use read::{decode, read_document};
pub use write::write_document;

/// Elements without content.
pub fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "basefont"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Elements that stand on lines of their own.
pub fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "frameset"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "isindex"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "noframes"
            | "ol"
            | "output"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
            | "video"
            | "audio"
            | "canvas"
            | "noscript"
    )
}
