//! Groups of SameGame.

use std::hash::{BuildHasher, RandomState};

use twinboard_vocabulary::samegame::{Cell, Group};

/// A group of the `size` lowest cells of the first column.
fn group(colour: u8, size: u8) -> Group {
    Group::new(colour, (1..=size).map(|row| Cell::new(row, 1)))
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
