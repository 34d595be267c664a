//! The kinds of draughts (DR-1 to DR-5).

/// What happens to a man that reaches the last row in a capture (DR-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passing {
    AsMan,
    AsKing,
    Ends,
}

/// What the kinds differ in.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "a table of independent rules")]
pub(super) struct Kind {
    pub(super) size: usize,
    pub(super) pieces: usize,
    pub(super) is_orthogonal: bool,
    pub(super) men_capture_backwards: bool,
    pub(super) kings_fly: bool,
    pub(super) must_take_most: bool,
    pub(super) passing: Passing,
}

pub(super) const KINDS: [Kind; 5] = [
    Kind { size: 10, pieces: 20, ..BRAZILIAN },
    BRAZILIAN,
    Kind { must_take_most: false, passing: Passing::AsKing, ..BRAZILIAN },
    Kind {
        men_capture_backwards: false,
        kings_fly: false,
        must_take_most: false,
        passing: Passing::Ends,
        ..BRAZILIAN
    },
    Kind { pieces: 16, is_orthogonal: true, men_capture_backwards: false, ..BRAZILIAN },
];

const BRAZILIAN: Kind = Kind {
    size: 8,
    pieces: 12,
    is_orthogonal: false,
    men_capture_backwards: true,
    kings_fly: true,
    must_take_most: true,
    passing: Passing::AsMan,
};
