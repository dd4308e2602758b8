//! Text in XML and HTML.

/// Adds a text with entities for what means something in markup. `apostrophe`: what stands for one, which few need to escape.
pub fn push_escaped(out: &mut Vec<u8>, text: &[u8], apostrophe: &[u8]) {
    for &byte in text {
        match byte {
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'"' => out.extend_from_slice(b"&quot;"),
            b'\'' => out.extend_from_slice(apostrophe),
            byte => out.push(byte),
        }
    }
}
