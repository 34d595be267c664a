//! The defaults of games and implementations, and unbiased random numbers.

use std::fmt;
use std::ops::ControlFlow;

use twinboard_vocabulary::game::below;
use twinboard_vocabulary::{Game, Implementation, TryClone, Vocabulary, from_fn};

/// Numbers from 1 to n, each of which can be chosen once.
#[derive(Clone)]
struct Numbers(Vec<u32>);

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

    /// A 2 is drawn nine times as often as a 4.
    fn weight(number: &u32) -> u32 {
        if *number == 2 { 9 } else { 0 }
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

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u32) -> ControlFlow<()>) -> ControlFlow<()> {
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
fn optional_methods_have_defaults_and_from_fn_accepts_what_it_sets_up() {
    let mut game = Numbers::set_up(&4).unwrap();
    assert!(Piles::same_kind(&game.position(), &1, &4), "there is one kind");
    let counted = [3, 4, 5].map(|most| game.count_kind(&2, most));
    assert_eq!(counted, [None, Some(4), Some(4)]);
    assert!(!game.undo_moves(&[1, 2]) && game.key().is_none());
    assert_eq!((game.advance(&7), game.advance(&2), game.validate()), (Err(7), Ok(()), Ok(())));
    assert_eq!((game.position(), game.advance(&2)), (Left(vec![1, 3, 4]), Err(2)));
    assert_eq!((Piles::to_move(&3), Piles::played(&3)), (3, 3));
    assert_eq!(Piles::text(&Left(vec![1, 2])), "1 2\n");
    assert!(Piles::story(&Left(vec![2]), &2).is_empty());
    let numbers = from_fn(Numbers::set_up);
    assert_eq!(numbers.set_up(&2).unwrap().try_clone().unwrap().0, [1, 2]);
    assert_eq!([99, 100].map(|count| numbers.accepts(&count)), [true, false]);
}

#[test]
fn below_is_uniform_for_it_rejects_the_values_that_would_bias_it() {
    let mut state = 0_u64;
    let mut random = || twinboard_vocabulary::random::next(&mut state);
    let mut counts = [0_u32; 6];
    for _ in 0..60_000 {
        counts[below(&mut random, 6) as usize] += 1;
    }
    assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
    // 2^64 modulo 3 is 1, so exactly one 64-bit value is rejected: 0.
    let mut random = [0, u64::MAX].into_iter();
    assert_eq!(below(&mut || random.next().unwrap(), 3), 2);
    assert_eq!(random.next(), None, "the value 0 was accepted");
}

#[test]
fn the_default_draws_by_weight_and_a_weight_of_zero_is_one() {
    let mut next = 0_u64;
    let mut random = || {
        next = next.wrapping_add(0x9E37_79B9_7F4A_7C15);
        next
    };
    let game = Numbers(vec![2, 4]);
    let drawn = (0..1_000).filter(|_| game.sample_legal_move(&mut random) == Some(4));
    let fours = drawn.count();
    assert!((80..120).contains(&fours), "{fours}");
}
