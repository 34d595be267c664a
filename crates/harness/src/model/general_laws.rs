//! The laws of every game, whatever its rules: lists, play and outcome must fit together. They are
//! the harness's own, not invariants of a rule set, and its users meet them when they adapt a game
//! that is written otherwise (`docs/adding-a-rule-set.md`).

pub(crate) const OVER_MEANS_NO_MOVE: &str = "the game is over if and only if no move is legal";
pub(crate) const PLAYED_MEANS_LISTED: &str = "every move played was listed as legal";
pub(crate) const LISTED_MEANS_ACCEPTED: &str = "every listed move is accepted";
pub(crate) const LISTED_ONCE: &str = "no move is listed twice";
pub(crate) const REFUSED_MEANS_UNCHANGED: &str = "a refused move changes nothing";
/// Play is deterministic.
pub(crate) const REPEATABLE: &str = "the same moves give the same answers";

/// What an implementation does to keep a law of every game; `None` for any other invariant.
pub(crate) fn how_to_keep(invariant: &str) -> Option<&'static str> {
    Some(match invariant {
        OVER_MEANS_NO_MOVE => {
            "list no moves when the game is over, even if a library still does; where nothing else \
             can be played, a pass is a legal move, or the game is over"
        }
        PLAYED_MEANS_LISTED => {
            "refuse what is not listed; if an illegal move loses or counts, list a legal move \
             `foul` that all illegal ones play"
        }
        LISTED_MEANS_ACCEPTED => "list what `play` accepts, and no more",
        LISTED_ONCE => "list each legal move once; several moves may request the same one",
        REFUSED_MEANS_UNCHANGED => {
            "refuse a move before anything changes; if an illegal move loses or counts, it is no \
             refusal: list a legal move `foul` that all illegal ones play"
        }
        REPEATABLE => "make random choices moves of nature, and share no state between games",
        _ => return None,
    })
}
