//! The kinds of draughts (DR-1 to DR-5) and how their games begin.

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

/// The set-ups with which games of international draughts begin.
pub(crate) const INTERNATIONAL: &[&str] = &[
    ".b.b.b.b.b\nb.b.b.b.b.\n.b.b.b.b.b\nb.b.b.b.b.\n..........\n..........\n.w.w.w.w.w\n\
     w.w.w.w.w.\n.w.w.w.w.w\nw.w.w.w.w.\nwhite to move",
    "...B......\n......b...\n.b........\n..w...b...\n.....b....\n......w...\n...b.b....\n\
     ..w.......\n.......w..\nW.....W...\nblack to move",
];

/// The set-ups with which games of the kinds with 32 squares begin.
pub(crate) const SMALL: &[&str] = &[
    ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.\n\
     white to move",
    ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.\n\
     black to move",
    ".B.....b\n..w.....\n.b.b....\n........\n.b...b..\nw.w.....\n...b.w..\nW.......\n\
     white to move",
];

/// The set-ups with which games of American draughts begin.
pub(crate) const AMERICAN: &[&str] = &[
    SMALL[1],
    SMALL[0],
    SMALL[2],
    ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.\n\
     white to move\ncapture=optional",
];

/// The set-ups with which games of Turkish draughts begin.
pub(crate) const TURKISH: &[&str] = &[
    "........\nbbbbbbbb\nbbbbbbbb\n........\n........\nwwwwwwww\nwwwwwwww\n........\nwhite to move",
    "..B.....\n..w..b..\n.b.bb...\n....w...\n.b...b..\nw.w.....\n...b.w..\nW.......\nwhite to move",
];
