//! The judge's input, read fast: read plainly, it takes half of the time of answering it.
//!
//! Grids and selections in the form that every generator writes, numbers with a single blank or
//! line feed between them, are read at once, without a branch on the number of digits. Everything
//! else is left to the plain reader of the vocabulary: other blanks, larger numbers, what has not
//! arrived yet, ends, and errors with their places.

use std::io::Read;

use twinboard_vocabulary::samegame::text::{self, JUDGE_LIMITS};
use twinboard_vocabulary::samegame::{Grid, SameGame, Selection};
use twinboard_vocabulary::{CaseReader, InputError, Item, Limits, Rest};

/// Reads the judge's input like [`text::Reader`] with [`Limits::Judge`], in half of the time.
///
/// ```
/// use twinboard_vocabulary::{CaseReader, Item};
/// use twinboard_engine::samegame::judge::Reader;
///
/// let mut cases = Reader::new(&b"1 2\n3 3\n1 1\n0 0\n0 0\n"[..]);
/// assert_eq!(cases.next_item()?, Some(Item::Setup("1 2\n3 3\n".parse().unwrap())));
/// # Ok::<(), twinboard_vocabulary::InputError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    plain: text::Reader<R>,
    /// True if selections follow, false if a grid.
    in_case: bool,
}

impl<R: Read> Reader<R> {
    /// A reader at the start of `input`.
    pub fn new(input: R) -> Self {
        Self { plain: text::Reader::new(input, Limits::Judge), in_case: false }
    }

    /// Reads whatever is not of usual form.
    #[cold]
    fn plainly(&mut self) -> Result<Option<Item<SameGame>>, InputError> {
        let item = self.plain.next_item()?;
        self.in_case = matches!(item, Some(Item::Setup(_) | Item::Move(_)));
        Ok(item)
    }
}

impl<R: Read> CaseReader<SameGame> for Reader<R> {
    fn next_item(&mut self) -> Result<Option<Item<SameGame>>, InputError> {
        let unread = self.plain.unread();
        if self.in_case {
            if let Some(([row, column], length)) = pair(unread) {
                let selection = Selection::new(row.into(), column.into());
                self.in_case = selection.is_some();
                self.plain.pass(length, self.in_case);
                return Ok(Some(selection.map_or(Item::Answer(Rest::Stop), Item::Move)));
            }
        } else if let Some((grid, length)) = grid(unread) {
            self.in_case = true;
            self.plain.pass(length, self.in_case);
            return Ok(Some(Item::Setup(grid)));
        }
        self.plainly()
    }
}

/// The grid at the start of `text` and its length in bytes.
fn grid(text: &[u8]) -> Option<(Grid, usize)> {
    let ([rows, columns], size) = pair(text)?;
    let within = (1..=JUDGE_LIMITS.0).contains(&rows) && (1..=JUDGE_LIMITS.1).contains(&columns);
    let cells = 2 * usize::from(rows) * usize::from(columns);
    let (cells, behind) = text[size..].split_at_checked(cells).filter(|_| within)?;
    // A blank and a digit are taken as one number of 16 bits: the compiler compares many of these at
    // once, where it takes pairs of bytes apart.
    let cells = || cells.as_chunks::<2>().0.iter().map(|&cell| u16::from_le_bytes(cell));
    let is_unusual = |cell: u16| {
        let (blank, digit) = (cell & 0xFF, (cell >> 8).wrapping_sub(b'0'.into()));
        (digit > 9) | (blank != b' '.into()) & (blank != b'\n'.into())
    };
    // No branch in the loop, for the same reason.
    let are_unusual = cells().fold(false, |unusual, cell| unusual | is_unusual(cell));
    if are_unusual || !behind.first().is_some_and(|&byte| is_blank(byte)) {
        return None;
    }
    let colours = cells().map(|cell| (cell >> 8) as u8 - b'0').collect();
    Some((Grid::new(rows, columns, colours)?, text.len() - behind.len()))
}

/// Two numbers of one or two digits, each after a single blank, and their length in bytes.
#[inline]
fn pair(text: &[u8]) -> Option<([u8; 2], usize)> {
    let text = u64::from_le_bytes(*text.first_chunk()?);
    let (one, length) = number(text)?;
    let (other, other_length) = number(text >> (8 * length))?;
    Some(([one, other], length + other_length))
}

/// The number of one or two digits between two blanks at the start of `text`, the first byte in the
/// lowest bits, and its length with the blank before it.
///
/// One digit or two is unpredictable, so no branch depends on it.
#[inline]
fn number(text: u64) -> Option<(u8, usize)> {
    let byte = |index: usize| (text >> (8 * index)) as u8;
    let digit = |index: usize| byte(index).wrapping_sub(b'0');
    let (first, second) = (digit(1), digit(2));
    let has_two = second < 10;
    let behind = byte(if has_two { 3 } else { 2 });
    if first >= 10 || !is_blank(byte(0)) || !is_blank(behind) {
        return None;
    }
    let number = if has_two { 10 * first + second } else { first };
    Some((number, 2 + usize::from(has_two)))
}

/// True for the two blanks of usual text.
#[inline]
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n')
}
