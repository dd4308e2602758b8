//! `rg --json`: one object for each thing, each on a line.

use super::print::Stats;

/// Text as `{"text": …}`, or as base 64 when it is not UTF-8.
fn data(out: &mut Vec<u8>, bytes: &[u8]) {
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            out.extend_from_slice(b"{\"text\":");
            out.extend_from_slice(serde_json::Value::from(text).to_string().as_bytes());
        }
        Err(_) => {
            out.extend_from_slice(b"{\"bytes\":\"");
            out.extend_from_slice(&crate::basenc::base64(bytes));
            out.push(b'"');
        }
    }
    out.push(b'}');
}

pub fn begin(path: &[u8]) -> Vec<u8> {
    let mut out = b"{\"type\":\"begin\",\"data\":{\"path\":".to_vec();
    data(&mut out, path);
    out.extend_from_slice(b"}}\n");
    out
}

pub fn line(
    kind: &[u8],
    path: &[u8],
    line: &[u8],
    number: u64,
    offset: usize,
    matches: &[(usize, usize)],
) -> Vec<u8> {
    let mut out = [b"{\"type\":\"".as_slice(), kind, b"\",\"data\":{\"path\":"].concat();
    data(&mut out, path);
    out.extend_from_slice(b",\"lines\":");
    data(&mut out, line);
    out.extend_from_slice(format!(",\"line_number\":{number},\"absolute_offset\":{offset},\"submatches\":[").as_bytes());
    for (index, &(start, end)) in matches.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(b"{\"match\":");
        data(&mut out, line.get(start..end).unwrap_or_default());
        out.extend_from_slice(format!(",\"start\":{start},\"end\":{end}}}").as_bytes());
    }
    out.extend_from_slice(b"]}}\n");
    out
}

pub fn end(path: &[u8], stats: &Stats, binary: Option<usize>) -> Vec<u8> {
    let mut out = b"{\"type\":\"end\",\"data\":{\"path\":".to_vec();
    data(&mut out, path);
    let binary = binary.map_or_else(|| "null".to_owned(), |at| at.to_string());
    out.extend_from_slice(
        format!(
            ",\"binary_offset\":{binary},\"stats\":{{\"elapsed\":{{\"secs\":0,\"nanos\":0,\"human\":\"0.000000s\"}},\
             \"searches\":{},\"searches_with_match\":{},\"bytes_searched\":{},\"bytes_printed\":{},\"matched_lines\":{},\
             \"matches\":{}}}}}}}\n",
            stats.searches,
            stats.searches_with_match,
            stats.bytes_searched,
            stats.bytes_printed,
            stats.matched_lines,
            stats.matches
        )
        .as_bytes(),
    );
    out
}

pub fn summary(stats: &Stats) -> Vec<u8> {
    format!(
        "{{\"data\":{{\"elapsed_total\":{{\"human\":\"0.000000s\",\"nanos\":0,\"secs\":0}},\"stats\":{{\"bytes_printed\":{},\
         \"bytes_searched\":{},\"elapsed\":{{\"human\":\"0.000000s\",\"nanos\":0,\"secs\":0}},\"matched_lines\":{},\
         \"matches\":{},\"searches\":{},\"searches_with_match\":{}}}}},\"type\":\"summary\"}}\n",
        stats.bytes_printed,
        stats.bytes_searched,
        stats.matched_lines,
        stats.matches,
        stats.searches,
        stats.searches_with_match
    )
    .into_bytes()
}
