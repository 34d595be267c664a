//! Descriptions of SameGame's types, and groups.

use std::hash::{BuildHasher, RandomState};

use twinboard_vocabulary::Vocabulary;
use twinboard_vocabulary::samegame::{Cell, Group, Outcome, Refusal, SameGame, Selection};

/// A group of the `size` lowest cells of the first column.
fn group(colour: u8, size: u8) -> Group {
    Group::new(colour, (1..=size).map(|row| Cell::new(row, 1)))
}

#[test]
fn everything_has_a_description() {
    assert_eq!(group(3, 2).to_string(), "2 cells of colour 3: (1,1) (2,1)");
    assert_eq!(group(0, 8).to_string().matches(',').count(), 8);
    assert!(!group(0, 8).to_string().contains("more"));
    assert!(group(7, 9).to_string().ends_with(" (7,1) (8,1) and 1 more"), "{}", group(7, 9));
    assert_eq!(Selection::from(Cell::new(4, 5)).to_string(), "select 4 5");
    assert_eq!(Refusal::EmptyCell.to_string(), "the cell is empty (SG-7)");
    let ends = [Outcome::Playing, Outcome::Won, Outcome::Stuck];
    assert_eq!(ends.map(SameGame::is_over), [false, true, true]);
    assert_eq!(
        ends.map(|end| end.to_string()),
        ["the game goes on", "won (SG-12)", "stuck (SG-13)"]
    );
}

#[test]
fn groups_are_equal_if_their_cells_and_colours_are() {
    let hasher = RandomState::new();
    // Sizes that are stored with and without an allocation.
    for size in [3, 12] {
        let [one, again] = [group(4, size), group(4, size)];
        assert_eq!((one.colour(), one.size()), (4, size.into()));
        assert_eq!((&one, hasher.hash_one(&one)), (&again, hasher.hash_one(&again)));
        let other = [group(4, size + 1), group(5, size), one.recoloured(5)];
        assert!(
            other
                .iter()
                .all(|other| *other != one && hasher.hash_one(other) != hasher.hash_one(&one))
        );
        let shown = format!("{one:?}");
        assert!(shown.contains("row: 3, column: 1"), "{shown}");
    }
}
