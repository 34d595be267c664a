//! What it means to play: the two traits that every implementation of a rule set shares.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;

/// The words of one rule set: plain data, without any rule of play.
///
/// Both sides of a rule set speak the same vocabulary, so what they say can be compared.
pub trait Vocabulary: Copy + Eq + Debug + Send + Sync + 'static {
    /// How the rule set is called on the command line and in paths, for example `samegame`.
    const NAME: &'static str;

    /// What a game starts from.
    type Setup: Clone + Eq + Debug + Send + Sync + 'static;

    /// What a player asks for; it may be illegal in every way its text format can say.
    type Move: Clone + Eq + Debug + Display + Send + Sync + 'static;

    /// A legal move as an implementation lists it, with everything that can be said of it before
    /// it is played (its cells, its cost). Several [`Move`](Self::Move)s may ask for the same one.
    type LegalMove: Clone + Ord + Debug + Display + Send + Sync + 'static;

    /// What a move did that was accepted.
    type Event: Clone + Eq + Debug + Display + Send + Sync + 'static;

    /// Why a move was refused. A refused move changes nothing.
    type Refusal: Copy + Eq + Debug + Display + Send + Sync + 'static;

    /// All that can be seen of a game between two moves.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whether the game goes on, and how it ended if not.
    type Outcome: Copy + Eq + Debug + Display + Send + Sync + 'static;

    /// The move that plays `legal`, one of perhaps several.
    fn to_move(legal: &Self::LegalMove) -> Self::Move;

    /// The legal move, as it is listed, that was played when `event` happened.
    fn played(event: &Self::Event) -> Self::LegalMove;

    /// Whether the game has ended: no move is legal any more.
    fn is_over(outcome: Self::Outcome) -> bool;

    /// Whether two moves that are legal at `position` are of the same kind.
    ///
    /// Kinds matter where there are too many legal moves to list them: those of one kind may still
    /// be few enough to be counted ([`Game::count_kind`]). The default knows one kind only.
    fn same_kind(
        _position: &Self::Position,
        _one: &Self::LegalMove,
        _other: &Self::LegalMove,
    ) -> bool {
        true
    }

    /// The position as characters, for people.
    fn picture(position: &Self::Position) -> crate::Picture;

    /// The position as text that any program can write alike (PF-3): the rows from the top, each
    /// ended by a line feed, and one blank between two cells.
    ///
    /// Equal positions have the same text, and no others have. The default writes what the picture
    /// shows.
    fn text(position: &Self::Position) -> String {
        Self::picture(position).text()
    }

    /// What happened between `before` and the position after `event`, picture by picture, for
    /// people; nothing where both positions say it all.
    fn story(_before: &Self::Position, _event: &Self::Event) -> Vec<crate::Picture> {
        Vec::new()
    }
}

/// One implementation of a rule set that can be played: an engine, an oracle, or yours.
///
/// The first six methods are required. The others have defaults and let an implementation show
/// more of itself, so that more of it is checked.
///
/// Nothing here may depend on anything but the game itself: the same moves from the same set-up
/// give the same answers, whatever else was played before or beside them.
pub trait Game: Clone {
    /// The rule set that is played.
    type Words: Vocabulary;

    /// Sets a game up, or says with `None` that this implementation is not made for such a set-up
    /// (too large for it, for example). Such cases are counted and skipped, not compared.
    fn set_up(setup: &<Self::Words as Vocabulary>::Setup) -> Option<Self>;

    /// Shows every legal move once, in any order, until `visit` breaks off.
    ///
    /// Moves are shown as they are found: a caller who wants only a few of very many breaks off,
    /// and must not have paid for the rest.
    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&<Self::Words as Vocabulary>::LegalMove) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Shows every legal move of the kind of `like`, which is one, until `visit` breaks off
    /// ([`Vocabulary::same_kind`]).
    fn visit_kind(
        &self,
        like: &<Self::Words as Vocabulary>::LegalMove,
        visit: &mut dyn FnMut(&<Self::Words as Vocabulary>::LegalMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let position = self.position();
        self.visit_legal_moves(&mut |legal| {
            let is_like = Self::Words::same_kind(&position, like, legal);
            if is_like { visit(legal) } else { ControlFlow::Continue(()) }
        })
    }

    /// How many legal moves of the kind of `like` there are, itself among them; `None` if they are
    /// more than `most`.
    fn count_kind(&self, like: &<Self::Words as Vocabulary>::LegalMove, most: u64) -> Option<u64> {
        let mut count = 0;
        let counted = self.visit_kind(like, &mut |_| {
            if count == most {
                return ControlFlow::Break(());
            }
            count += 1;
            ControlFlow::Continue(())
        });
        counted.is_continue().then_some(count)
    }

    /// Plays `mv` and says what it did, or refuses it, says why and changes nothing.
    ///
    /// # Errors
    ///
    /// The first reason of the rule set's own order why the move is not legal.
    fn play(
        &mut self,
        mv: &<Self::Words as Vocabulary>::Move,
    ) -> Result<<Self::Words as Vocabulary>::Event, <Self::Words as Vocabulary>::Refusal>;

    /// Plays `mv` without saying what it did, which may be less work; else the same as
    /// [`play`](Self::play).
    ///
    /// # Errors
    ///
    /// The same refusal.
    fn advance(
        &mut self,
        mv: &<Self::Words as Vocabulary>::Move,
    ) -> Result<(), <Self::Words as Vocabulary>::Refusal> {
        self.play(mv).map(drop)
    }

    /// All that can be seen now.
    fn position(&self) -> <Self::Words as Vocabulary>::Position;

    /// Whether the game goes on, and how it ended if not.
    fn outcome(&self) -> <Self::Words as Vocabulary>::Outcome;

    /// A hash of the position, if this implementation has one to offer.
    ///
    /// Equal positions must have equal keys, however they were reached. Different positions
    /// should have different keys; the checks treat a collision of 64 bits as a fault.
    fn key(&self) -> Option<u64> {
        None
    }

    /// One legal move, every one with a positive probability; `None` if and only if there is none.
    ///
    /// `random` gives uniformly distributed words of 64 bits, as many as are asked for. The
    /// default lists all moves and keeps one of them, each with the same probability.
    fn sample_legal_move(
        &self,
        random: &mut dyn FnMut() -> u64,
    ) -> Option<<Self::Words as Vocabulary>::LegalMove> {
        let mut chosen = None;
        let mut seen = 0_u64;
        let _ = self.visit_legal_moves(&mut |legal| {
            seen += 1;
            // The n-th move replaces the one kept so far with probability 1/n, which leaves all
            // of them equally likely (reservoir sampling).
            if below(random, seen) == 0 {
                chosen = Some(legal.clone());
            }
            ControlFlow::Continue(())
        });
        chosen
    }

    /// Plays these moves one after the other, as far as they are legal, and takes all of them back
    /// again, the last one first. Says whether this implementation can do that; if not, it must not
    /// have changed. The default cannot.
    fn play_and_take_back(&mut self, _moves: &[<Self::Words as Vocabulary>::Move]) -> bool {
        false
    }

    /// Checks whatever this implementation promises itself about its own representation.
    ///
    /// # Errors
    ///
    /// A sentence that says which promise is broken.
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}

/// A uniformly distributed number below `bound` (which must not be 0), from uniformly distributed
/// words of 64 bits.
///
/// Lemire's multiplication with rejection, "Fast Random Integer Generation in an Interval" (2019):
/// the high half of `word · bound` is the number, the low half tells the few words that would make
/// some numbers more likely than others.
pub fn below(random: &mut dyn FnMut() -> u64, bound: u64) -> u64 {
    assert!(bound > 0, "there is no number below 0");
    let rejected_below = bound.wrapping_neg() % bound;
    loop {
        let product = u128::from(random()) * u128::from(bound);
        if product as u64 >= rejected_below {
            return (product >> 64) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{Game, Vocabulary, below};
    use crate::Picture;

    /// Numbers from 1 to so many, each of which can be chosen once.
    #[derive(Clone)]
    struct Numbers(Vec<u32>);

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Words;

    impl Vocabulary for Words {
        const NAME: &'static str = "numbers";
        type Setup = u32;
        type Move = u32;
        type LegalMove = u32;
        type Event = u32;
        type Refusal = u32;
        type Position = Vec<u32>;
        type Outcome = bool;

        fn to_move(legal: &u32) -> u32 {
            *legal
        }

        fn played(event: &u32) -> u32 {
            *event
        }

        fn is_over(outcome: bool) -> bool {
            outcome
        }

        fn picture(_: &Vec<u32>) -> Picture {
            Picture::default()
        }
    }

    impl Game for Numbers {
        type Words = Words;

        fn set_up(count: &u32) -> Option<Self> {
            Some(Self((1..=*count).collect()))
        }

        fn visit_legal_moves(
            &self,
            visit: &mut dyn FnMut(&u32) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            self.0.iter().try_for_each(visit)
        }

        fn play(&mut self, number: &u32) -> Result<u32, u32> {
            let index = self.0.iter().position(|other| other == number).ok_or(*number)?;
            Ok(self.0.remove(index))
        }

        fn position(&self) -> Vec<u32> {
            self.0.clone()
        }

        fn outcome(&self) -> bool {
            self.0.is_empty()
        }
    }

    #[test]
    fn what_an_implementation_does_not_say_is_said_for_it() {
        let mut game = Numbers::set_up(&4).unwrap();
        assert!(Words::same_kind(&game.position(), &1, &4), "one kind is known");
        let counted = [3, 4, 5].map(|most| game.count_kind(&2, most));
        assert_eq!(counted, [None, Some(4), Some(4)]);
        assert!(!game.play_and_take_back(&[1, 2]) && game.key().is_none());
        assert_eq!((game.advance(&7), game.advance(&2), game.validate()), (Err(7), Ok(()), Ok(())));
        assert_eq!((game.position(), game.advance(&2)), (vec![1, 3, 4], Err(2)));
        assert!(Words::story(&vec![2], &2).is_empty());
    }

    #[test]
    fn every_move_is_drawn_as_often_as_any_other() {
        let game = Numbers::set_up(&4).unwrap();
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 32
        };
        let mut counts = [0_u32; 4];
        for _ in 0..8_000 {
            counts[game.sample_legal_move(&mut random).unwrap() as usize - 1] += 1;
        }
        assert!(counts.iter().all(|&count| (1_800..2_200).contains(&count)), "{counts:?}");
        assert_eq!(Numbers(Vec::new()).sample_legal_move(&mut random), None);
    }

    #[test]
    fn below_spreads_small_words_evenly_and_stays_below_the_bound() {
        let mut state = 0_u64;
        let mut random = || {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed ^ (mixed >> 27)
        };
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[below(&mut random, 6) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
    }

    #[test]
    fn below_rejects_as_many_words_as_are_left_over() {
        // Of 2^64 words a bound of 3 leaves over 1, and one of 2^63 + 1 leaves over 2^63 - 1: those whose
        // low half is below that.
        let bound = (1 << 63) + 1;
        let mut words = [2, 4, u64::MAX].into_iter();
        assert_eq!(below(&mut || words.next().unwrap(), bound), bound - 1);
    }

    #[test]
    fn below_rejects_the_words_that_would_favour_some_numbers() {
        // With a bound of 3 exactly one word of 64 bits is left over: 0.
        let mut words = [0, u64::MAX].into_iter();
        assert_eq!(below(&mut || words.next().unwrap(), 3), 2);
        assert_eq!(words.next(), None, "the word 0 was taken");
    }
}
