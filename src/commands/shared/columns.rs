//! Names set in columns, down (`ls -C`) or across (`ls -x`), with the fewest lines that fit.

/// The layout of a list: how many columns and how wide each is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    pub rows: usize,
    /// Widths with the two blanks between columns.
    pub widths: Vec<usize>,
    pub across: bool,
}

/// Narrowest column: one character and two blanks.
const NARROWEST: usize = 3;

/// Finds the layout with the most columns in which every line is shorter than `line_width`; 0 stands for no limit.
/// `widths`: the columns that each name takes. Costs at most `widths.len()` × (`line_width` / 3).
pub fn layout(widths: &[usize], line_width: usize, across: bool) -> Layout {
    let count = widths.len();
    let most = if line_width == 0 { count } else { count.min((line_width / NARROWEST).max(1)) };
    if line_width == 0 {
        // Everything fits on one line.
        let widths = widths.iter().map(|width| width + 2).collect();
        return Layout { rows: usize::from(count > 0), widths, across };
    }
    for columns in (2..=most).rev() {
        let rows = count.div_ceil(columns);
        let mut sizes = vec![NARROWEST; columns];
        for (index, width) in widths.iter().enumerate() {
            let column = if across { index % columns } else { index / rows };
            let last = column == columns - 1;
            let size = width + if last { 0 } else { 2 };
            sizes[column] = sizes[column].max(size);
        }
        if sizes.iter().sum::<usize>() < line_width {
            return Layout { rows, widths: sizes, across };
        }
    }
    let widest = widths.iter().copied().max().unwrap_or(0);
    Layout { rows: count, widths: vec![widest.max(NARROWEST)], across }
}

impl Layout {
    /// The index of the name at a place of the table, if there is one.
    pub fn at(&self, row: usize, column: usize, count: usize) -> Option<usize> {
        let index = if self.across { row * self.widths.len() + column } else { column * self.rows + row };
        (index < count).then_some(index)
    }
}

/// Appends the blanks that lead from column `from` to column `to`: tabs where a tab stop is on the way, unless
/// `tab_size` is 0.
pub fn indent(out: &mut Vec<u8>, mut from: usize, to: usize, tab_size: usize) {
    while from < to {
        if tab_size != 0 && to / tab_size > (from + 1) / tab_size {
            out.push(b'\t');
            from += tab_size - from % tab_size;
        } else {
            out.push(b' ');
            from += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_layout_that_fits_wins() {
        let found = layout(&[3, 3, 3, 3], 12, false);
        assert_eq!((found.rows, found.widths.len()), (2, 2));
        assert_eq!(found.at(0, 1, 4), Some(2));
        assert_eq!(layout(&[30, 4], 10, false).widths.len(), 1);
        assert_eq!(layout(&[1, 1, 1], 0, true).rows, 1);
        assert_eq!(layout(&[], 80, false).rows, 0);
    }

    #[test]
    fn tabs_are_used_where_they_reach_a_stop() {
        let mut out = Vec::new();
        indent(&mut out, 3, 10, 8);
        assert_eq!(out, b"\t  ");
        out.clear();
        indent(&mut out, 3, 10, 0);
        assert_eq!(out, b"       ");
    }
}
