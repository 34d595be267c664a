//! Playing: the vocabulary of a rule set, games in progress, and implementations that set them up.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::text::ParseError;

/// A set-up of a vocabulary.
pub type SetupOf<V> = <V as Vocabulary>::Setup;
/// A move of a vocabulary.
pub type MoveOf<V> = <V as Vocabulary>::Move;
/// A legal move of a vocabulary.
pub type LegalMoveOf<V> = <V as Vocabulary>::LegalMove;
/// An event of a vocabulary.
pub type EventOf<V> = <V as Vocabulary>::Event;
/// A refusal of a vocabulary.
pub type RefusalOf<V> = <V as Vocabulary>::Refusal;
/// A position of a vocabulary.
pub type PositionOf<V> = <V as Vocabulary>::Position;
/// An outcome of a vocabulary.
pub type OutcomeOf<V> = <V as Vocabulary>::Outcome;
/// The result of asking for a move: what it did, or why it was refused.
pub type ResultOf<V> = Result<EventOf<V>, RefusalOf<V>>;

/// The types of one rule set: plain data, without any rule of play.
///
/// Both sides of a rule set use the same vocabulary, so their answers can be compared. Set-ups and
/// moves are read and written through [`FromStr`] and [`Display`]; a rule set with a case format of
/// its own may do better (`CaseText` of the harness). One type may serve several purposes: where a
/// legal move is a move and an event is a legal move, [`to_move`](Self::to_move) and
/// [`played`](Self::played) come for free.
pub trait Vocabulary: Copy + Eq + Debug + Send + Sync + 'static {
    /// The rule set's name on the command line and in paths, for example `samegame`.
    const NAME: &'static str;

    /// The start of a game.
    type Setup: Clone
        + Eq
        + Debug
        + Display
        + FromStr<Err: Into<ParseError>>
        + Send
        + Sync
        + 'static;

    /// A move as a player asks for it; it may be illegal in every way its text format can say.
    type Move: Clone + Eq + Debug + Display + FromStr<Err: Into<ParseError>> + Send + Sync + 'static;

    /// A legal move as an implementation lists it, with everything that can be said of it before
    /// it is played (its cells, its cost). Several [`Move`](Self::Move)s may ask for the same one.
    type LegalMove: Clone + Ord + Debug + Display + Into<Self::Move> + Send + Sync + 'static;

    /// The effect of an accepted move.
    type Event: Clone + Eq + Debug + Display + Into<Self::LegalMove> + Send + Sync + 'static;

    /// The reason why a move was refused. A refused move changes nothing.
    type Refusal: Copy + Eq + Debug + Display + Send + Sync + 'static;

    /// Everything that can be seen of a game between two moves.
    type Position: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// Whether the game goes on, and how it ended if not.
    type Outcome: Copy + Eq + Debug + Display + Send + Sync + 'static;

    /// Whether the game has ended: no move is legal any more.
    fn is_over(outcome: Self::Outcome) -> bool;

    /// The move that plays `legal`, one of perhaps several.
    fn to_move(legal: &Self::LegalMove) -> Self::Move {
        legal.clone().into()
    }

    /// The legal move, as it is listed, that was played when `event` happened.
    fn played(event: &Self::Event) -> Self::LegalMove {
        event.clone().into()
    }

    /// Whether two moves that are legal at `position` are of the same kind.
    ///
    /// Kinds matter where there are too many legal moves to list them: those of one kind may still
    /// be few enough to be counted ([`Game::count_kind`]). By default there is one kind only.
    fn same_kind(
        _position: &Self::Position,
        _one: &Self::LegalMove,
        _other: &Self::LegalMove,
    ) -> bool {
        true
    }

    /// The position as a drawing for people. The default draws the lines of its text, see
    /// [`Picture::of_text`](crate::Picture::of_text).
    fn picture(position: &Self::Position) -> crate::Picture {
        crate::Picture::of_text(&position.to_string())
    }

    /// The position as text that any program can write alike (PF-3): the rows from the top, each
    /// ended by a line feed, and one blank between two cells.
    ///
    /// Equal positions have the same text, and no others have. The default writes the cells of the
    /// picture.
    fn text(position: &Self::Position) -> String {
        Self::picture(position).text()
    }

    /// Pictures of what happened between `before` and the position after `event`, for people; none
    /// where both positions say it all.
    fn story(_before: &Self::Position, _event: &Self::Event) -> Vec<crate::Picture> {
        Vec::new()
    }
}

/// One implementation of a rule set: an engine, an oracle, or yours. It sets games up.
///
/// It is a value, so that it may hold whatever its games need, such as a connection to another
/// process. Where a game needs nothing but its set-up, [`from_fn`] makes an implementation of a
/// function:
///
/// ```
/// # use std::ops::ControlFlow;
/// # use twinboard_board::{Game, Implementation, Vocabulary, from_fn};
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// # struct Countdown;
/// # impl Vocabulary for Countdown {
/// #     const NAME: &'static str = "countdown";
/// #     type Setup = u8;
/// #     type Move = u8;
/// #     type LegalMove = u8;
/// #     type Event = u8;
/// #     type Refusal = &'static str;
/// #     type Position = u8;
/// #     type Outcome = bool;
/// #     fn is_over(over: bool) -> bool { over }
/// # }
/// #[derive(Clone)]
/// struct Counter(u8);
///
/// impl Counter {
///     fn set_up(start: &u8) -> Option<Self> {
///         Some(Self(*start))
///     }
/// }
///
/// impl Game for Counter {
///     type Vocabulary = Countdown;
///     // …
/// #   fn visit_legal_moves(
/// #       &self,
/// #       visit: &mut dyn FnMut(&u8) -> ControlFlow<()>,
/// #   ) -> ControlFlow<()> {
/// #       if self.0 > 0 { visit(&1) } else { ControlFlow::Continue(()) }
/// #   }
/// #   fn play(&mut self, _: &u8) -> Result<u8, &'static str> { self.0 -= 1; Ok(1) }
/// #   fn position(&self) -> u8 { self.0 }
/// #   fn outcome(&self) -> bool { self.0 == 0 }
/// }
///
/// let counters = from_fn(Counter::set_up);
/// assert_eq!(counters.set_up(&3).unwrap().position(), 3);
/// ```
pub trait Implementation: Send + Sync + 'static {
    /// Its games. They may go from thread to thread.
    type Game: Game + Send + 'static;

    /// Sets a game up; `None` if this implementation is not made for such a set-up (too large for
    /// it, for example). Such cases are counted and skipped, not compared.
    fn set_up(&self, setup: &SetupOf<VocabularyOf<Self>>) -> Option<Self::Game>;

    /// Whether this implementation declares that it takes such a set-up. A declaration is binding:
    /// an accepted set-up that [`set_up`](Self::set_up) refuses is a divergence.
    ///
    /// The default declares nothing: whatever can be set up is accepted.
    fn accepts(&self, setup: &SetupOf<VocabularyOf<Self>>) -> bool {
        self.set_up(setup).is_some()
    }
}

/// The vocabulary of an implementation.
pub type VocabularyOf<I> = <<I as Implementation>::Game as Game>::Vocabulary;

/// An [`Implementation`] of the rule set with the vocabulary `V`.
pub trait Plays<V: Vocabulary>: Implementation<Game: Game<Vocabulary = V>> {}

impl<V: Vocabulary, I: Implementation<Game: Game<Vocabulary = V>>> Plays<V> for I {}

/// An implementation whose games need nothing but their set-up; see [`from_fn`].
pub struct FromFn<G: Game> {
    set_up: fn(&SetupOf<G::Vocabulary>) -> Option<G>,
    accepts: Option<Accepts<G::Vocabulary>>,
}

/// A declaration of the set-ups that are taken.
type Accepts<V> = fn(&SetupOf<V>) -> bool;

/// Makes an implementation of the function that sets its games up.
pub fn from_fn<G: Game>(set_up: fn(&SetupOf<G::Vocabulary>) -> Option<G>) -> FromFn<G> {
    FromFn { set_up, accepts: None }
}

impl<G: Game> FromFn<G> {
    /// The same implementation, which declares the set-ups that it takes
    /// ([`Implementation::accepts`]).
    #[must_use]
    pub fn accepting(self, accepts: fn(&SetupOf<G::Vocabulary>) -> bool) -> Self {
        Self { accepts: Some(accepts), ..self }
    }
}

impl<G: Game> Clone for FromFn<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for FromFn<G> {}

impl<G: Game> Debug for FromFn<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FromFn")
    }
}

impl<G: Game + Send + 'static> Implementation for FromFn<G> {
    type Game = G;

    fn set_up(&self, setup: &SetupOf<G::Vocabulary>) -> Option<G> {
        (self.set_up)(setup)
    }

    fn accepts(&self, setup: &SetupOf<G::Vocabulary>) -> bool {
        self.accepts.map_or_else(|| (self.set_up)(setup).is_some(), |accepts| accepts(setup))
    }
}

/// A copy of a value, if it can be copied.
///
/// Whatever is [`Clone`] can. A game that cannot (because it lives in another process, for example)
/// implements this by hand and gives `None`; checks that need copies are then left out or play the
/// game again from its set-up.
pub trait TryClone: Sized {
    /// The copy.
    fn try_clone(&self) -> Option<Self>;
}

impl<T: Clone> TryClone for T {
    fn try_clone(&self) -> Option<Self> {
        Some(self.clone())
    }
}

/// A game in progress.
///
/// Four methods are required. The others have defaults and let an implementation show more of
/// itself, so that more of it is checked.
///
/// Nothing here may depend on anything but the game itself: the same moves from the same set-up
/// give the same answers, whatever else was played before or beside them.
pub trait Game: TryClone {
    /// The rule set that is played.
    type Vocabulary: Vocabulary;

    /// Shows every legal move once, in any order, until `visit` breaks off.
    ///
    /// Moves are shown as they are found: a caller who wants only a few of very many breaks off,
    /// and must not have paid for the rest.
    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&LegalMoveOf<Self::Vocabulary>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Shows every legal move of the kind of `like`, which is one, until `visit` breaks off
    /// ([`Vocabulary::same_kind`]).
    fn visit_kind(
        &self,
        like: &LegalMoveOf<Self::Vocabulary>,
        visit: &mut dyn FnMut(&LegalMoveOf<Self::Vocabulary>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let position = self.position();
        self.visit_legal_moves(&mut |legal| {
            let is_like = Self::Vocabulary::same_kind(&position, like, legal);
            if is_like { visit(legal) } else { ControlFlow::Continue(()) }
        })
    }

    /// How many legal moves of the kind of `like` there are, itself among them; `None` if they are
    /// more than `most`.
    fn count_kind(&self, like: &LegalMoveOf<Self::Vocabulary>, most: u64) -> Option<u64> {
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
    fn play(&mut self, mv: &MoveOf<Self::Vocabulary>) -> ResultOf<Self::Vocabulary>;

    /// Plays `mv` without saying what it did, which may be less work; else the same as
    /// [`play`](Self::play).
    ///
    /// # Errors
    ///
    /// The same refusal.
    fn advance(
        &mut self,
        mv: &MoveOf<Self::Vocabulary>,
    ) -> Result<(), RefusalOf<Self::Vocabulary>> {
        self.play(mv).map(drop)
    }

    /// All that can be seen now.
    fn position(&self) -> PositionOf<Self::Vocabulary>;

    /// Whether the game goes on, and how it ended if not.
    fn outcome(&self) -> OutcomeOf<Self::Vocabulary>;

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
    ) -> Option<LegalMoveOf<Self::Vocabulary>> {
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
    fn play_and_take_back(&mut self, _moves: &[MoveOf<Self::Vocabulary>]) -> bool {
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
    use std::fmt;
    use std::ops::ControlFlow;

    use super::{Game, Implementation, TryClone, Vocabulary, below, from_fn};

    /// Numbers from 1 on, each of which can be chosen once.
    #[derive(Clone)]
    struct Numbers(Vec<u32>);

    /// The numbers that are left.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Left(Vec<u32>);

    impl fmt::Display for Left {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.iter().try_for_each(|number| write!(f, "{number} "))
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Piles;

    impl Vocabulary for Piles {
        const NAME: &'static str = "numbers";
        type Setup = u32;
        type Move = u32;
        type LegalMove = u32;
        type Event = u32;
        type Refusal = u32;
        type Position = Left;
        type Outcome = bool;

        fn is_over(outcome: bool) -> bool {
            outcome
        }
    }

    impl Numbers {
        #[expect(clippy::trivially_copy_pass_by_ref, reason = "the function of an implementation")]
        fn set_up(count: &u32) -> Option<Self> {
            (*count < 100).then(|| Self((1..=*count).collect()))
        }
    }

    impl Game for Numbers {
        type Vocabulary = Piles;

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

        fn position(&self) -> Left {
            Left(self.0.clone())
        }

        fn outcome(&self) -> bool {
            self.0.is_empty()
        }
    }

    #[test]
    fn what_an_implementation_does_not_say_is_said_for_it() {
        let mut game = Numbers::set_up(&4).unwrap();
        assert!(Piles::same_kind(&game.position(), &1, &4), "one kind is known");
        let counted = [3, 4, 5].map(|most| game.count_kind(&2, most));
        assert_eq!(counted, [None, Some(4), Some(4)]);
        assert!(!game.play_and_take_back(&[1, 2]) && game.key().is_none());
        assert_eq!((game.advance(&7), game.advance(&2), game.validate()), (Err(7), Ok(()), Ok(())));
        assert_eq!((game.position(), game.advance(&2)), (Left(vec![1, 3, 4]), Err(2)));
        assert_eq!((Piles::to_move(&3), Piles::played(&3)), (3, 3));
        assert_eq!(Piles::text(&Left(vec![1, 2])), "1 2\n");
        assert!(Piles::story(&Left(vec![2]), &2).is_empty());
    }

    #[test]
    fn an_implementation_of_a_function_accepts_what_it_sets_up_or_what_it_declares() {
        let numbers = from_fn(Numbers::set_up);
        assert_eq!(numbers.set_up(&2).unwrap().try_clone().unwrap().0, [1, 2]);
        assert_eq!([99, 100].map(|count| numbers.accepts(&count)), [true, false]);
        let declared = numbers.accepting(|&count| count < 1000);
        assert_eq!([999, 1000].map(|count| declared.accepts(&count)), [true, false]);
        assert!(declared.set_up(&999).is_none(), "a declaration changes nothing else");
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
