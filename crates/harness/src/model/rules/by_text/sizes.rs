//! Boards of other sizes, and numbers at the ends of what fits into some bits: the places where an
//! engine that packs its state goes wrong.

use arbitrary::{Result, Unstructured};

use twinboard_vocabulary::text_game::{BoardText, repeat_or_remove};

use super::places::numbers;

/// Rows or columns that come, at most.
const MORE_MAX: usize = 12;
/// Rows or columns that go, at most: tiny boards have short games.
const FEWER_MAX: usize = 3;
/// Numbers up to a power of two with this exponent.
const BITS_MAX: u32 = 9;

/// The text with rows and columns of its board repeated or left out. `None` if there is none.
pub(crate) fn resized(text: &str, u: &mut Unstructured<'_>) -> Result<Option<String>> {
    let Some(mut board) = BoardText::read(text) else { return Ok(None) };
    let [of_rows, of_columns] =
        *u.choose(&[[true, true], [true, true], [true, false], [false, true]])?;
    let grows = u.ratio(2, 3_u8)?;
    for _ in 0..u.int_in_range(1..=if grows { MORE_MAX } else { FEWER_MAX })? {
        if of_rows {
            repeat_or_remove(&mut board.rows, u.int_in_range(0..=usize::MAX)?, grows);
        }
        if of_columns {
            let place = u.int_in_range(0..=usize::MAX)?;
            for row in &mut board.rows {
                repeat_or_remove(row, place, grows);
            }
        }
    }
    Ok(Some(board.to_string()))
}

/// The text with one of its numbers changed to a power of two, or one more or less; `None` if there
/// is no number.
pub(super) fn with_number_at_an_end(
    text: &str,
    u: &mut Unstructured<'_>,
) -> Result<Option<String>> {
    let numbers = numbers(text);
    if numbers.is_empty() {
        return Ok(None);
    }
    let (start, end, _) = numbers[u.choose_index(numbers.len())?];
    let number = (1_u64 << u.int_in_range(0..=BITS_MAX)?) + u.int_in_range(0..=2)? - 1;
    Ok(Some(format!("{}{number}{}", &text[..start], &text[end..])))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use arbitrary::Unstructured;

    use super::{resized, with_number_at_an_end};
    use crate::model::random::case_bytes;

    fn drawn(draw: impl Fn(&mut Unstructured<'_>) -> Option<String>) -> BTreeSet<String> {
        (0..400).filter_map(|index| draw(&mut Unstructured::new(&case_bytes(1, index)))).collect()
    }

    #[test]
    fn boards_grow_and_shrink_in_both_directions() {
        let all = drawn(|u| resized("ab\ncd\nx to move", u).unwrap());
        let has = |size: (usize, usize)| {
            all.iter().any(|text| {
                let lines: Vec<&str> = text.lines().collect();
                (lines.len() - 1, lines[0].len()) == size && lines.last() == Some(&"x to move")
            })
        };
        for size in [(1, 1), (3, 3), (8, 8), (14, 14), (2, 5), (9, 2), (1, 2)] {
            assert!(has(size), "{size:?}");
        }
        let words = drawn(|u| resized("x 4 4 store 0\no 4 4 store 0\nx to move", u).unwrap());
        assert!(words.contains("x 4 4 4 store 0\no 4 4 4 store 0\nx to move"), "{words:?}");
        assert_eq!(resized("8/8 w - -", &mut Unstructured::new(&[])).unwrap(), None);
    }

    #[test]
    fn numbers_come_near_powers_of_two() {
        let all = drawn(|u| with_number_at_an_end("house 4", u).unwrap());
        for number in [0, 1, 2, 63, 64, 65, 127, 128, 129, 513] {
            assert!(all.contains(&format!("house {number}")), "{number}");
        }
    }
}
