//! Generation, mutation, shrinking and enumeration of set-ups that are diagrams.

use std::iter;
use std::marker::PhantomData;

use arbitrary::{Result, Unstructured};
use twinboard_vocabulary::diagram::{Diagram, Layout};
use twinboard_vocabulary::{SetupOf, Vocabulary};

use super::capabilities::{Enumerate, Shrink};
use crate::model::case::Case;
use crate::model::shape::{Bounds, Shape};

/// Draws and mutations tried until one is a valid diagram.
const TRIES: usize = 16;

/// Values of a field that shrinking tries at most: more than the subsets of a dozen letters.
const PLACES_MAX: usize = 4096;

/// Set-ups that are [`Diagram`]s of a layout: generation and mutation for the methods of a
/// [`RuleSet`](crate::RuleSet), and the capabilities [`Shrink`] and [`Enumerate`].
///
/// ```
/// # use arbitrary::Unstructured;
/// # use twinboard_harness::Diagrams;
/// # use twinboard_vocabulary::diagram::{Diagram, Layout};
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Discs;
///
/// impl Layout for Discs {
///     const ROWS: usize = 4;
///     const COLUMNS: usize = 4;
///     const CELLS: &'static [&'static str] = &[".", "x", "o"];
/// }
///
/// const DISCS: Diagrams<Discs> = Diagrams::NEW;
/// let discs = DISCS.draw(&mut Unstructured::new(&[7; 200])).unwrap();
/// assert!(DISCS.size(&discs) <= 16, "the number of discs: {discs}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagrams<L>(PhantomData<L>);

impl<L: Layout> Diagrams<L> {
    /// The diagrams of the layout.
    pub const NEW: Self = Self(PhantomData);

    /// Draws a diagram: first how full it is and how many kinds of pieces it has, then the pieces
    /// that it must have, the others, and the fields, of which half have their first value.
    ///
    /// # Errors
    ///
    /// Errors of `u`, and an error if none of 16 draws is a valid diagram.
    pub fn draw(&self, u: &mut Unstructured<'_>) -> Result<Diagram<L>> {
        let places = L::ROWS * L::COLUMNS;
        for _ in 0..TRIES {
            let mut diagram = Diagram::empty();
            let part = *u.choose(&[places / 16, places / 8, places / 3, places])?;
            let pieces = u.int_in_range(0..=part)?;
            let kinds = u.int_in_range(1..=L::CELLS.len() - 1)?;
            let first = u.choose_index(L::CELLS.len() - 1)?;
            let required = L::CELLS
                .iter()
                .enumerate()
                .skip(1)
                .flat_map(|(index, text)| iter::repeat_n(index, *L::count(text).start()));
            for index in required {
                let free = diagram.indices().enumerate().filter(|&(_, index)| index == 0);
                let free: Vec<usize> = free.map(|(place, _)| place).collect();
                diagram.set_index(*u.choose(&free)?, index);
            }
            for _ in 0..pieces {
                let kind = (first + u.choose_index(kinds)?) % (L::CELLS.len() - 1);
                let place = u.choose_index(places)?;
                let limit = *L::count(L::CELLS[kind + 1]).end();
                let is_free = diagram.indices().nth(place) == Some(0);
                if is_free && diagram.indices().filter(|&index| index == kind + 1).count() < limit {
                    diagram.set_index(place, kind + 1);
                }
            }
            for index in 0..L::FIELDS.len() {
                if u.arbitrary()? {
                    change_field(&mut diagram, index, u)?;
                }
            }
            if let Ok(diagram) = diagram.checked() {
                return Ok(diagram);
            }
        }
        Err(arbitrary::Error::IncorrectFormat)
    }

    /// Changes a cell or a field, or exchanges two cells; the diagram stays as it is if none of 16
    /// changes gives another valid one.
    ///
    /// # Errors
    ///
    /// Errors of `u` only.
    pub fn mutate(&self, diagram: &mut Diagram<L>, u: &mut Unstructured<'_>) -> Result<()> {
        let places = L::ROWS * L::COLUMNS;
        for _ in 0..TRIES {
            let mut other = diagram.clone();
            let (one, another) = (u.choose_index(places)?, u.choose_index(places)?);
            match u.int_in_range(0..=3_u8)? {
                0 => other.set_index(one, u.choose_index(L::CELLS.len())?),
                1 if !L::FIELDS.is_empty() => {
                    change_field(&mut other, u.choose_index(L::FIELDS.len())?, u)?;
                }
                _ => {
                    let indices: Vec<usize> = diagram.indices().collect();
                    other.set_index(one, indices[another]);
                    other.set_index(another, indices[one]);
                }
            }
            if let Ok(other) = other.checked()
                && other != *diagram
            {
                *diagram = other;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Size of a diagram for [`RuleSet::size`](crate::RuleSet::size): the number of its pieces. The
    /// fields do not count, so that a case with a later start is smaller, whoever is to move there.
    #[must_use]
    pub fn size(&self, diagram: &Diagram<L>) -> usize {
        diagram.indices().filter(|&index| index > 0).count()
    }
}

fn change_field<L: Layout>(
    diagram: &mut Diagram<L>,
    index: usize,
    u: &mut Unstructured<'_>,
) -> Result<()> {
    let place = u.choose_index(Diagram::<L>::values_count(index))?;
    diagram.set_field(L::FIELDS[index].name, &Diagram::<L>::value(index, place));
    Ok(())
}

/// Smaller diagrams have fewer pieces; simpler ones have pieces that come earlier in
/// [`Layout::CELLS`], and earlier values of their fields ([`Diagram::values`]).
impl<L: Layout, V: Vocabulary<Setup = Diagram<L>>> Shrink<V> for Diagrams<L> {
    fn smaller<'a>(&'a self, case: &'a Case<V>) -> Box<dyn Iterator<Item = Case<V>> + 'a> {
        let pieces = case.setup.indices().enumerate().filter(|&(_, index)| index > 0);
        let pieces: Vec<usize> = pieces.map(|(place, _)| place).collect();
        let lengths = iter::successors(Some(pieces.len() / 2), |length| Some(length / 2));
        let without = lengths.take_while(|&length| length > 0).flat_map(move |length| {
            let parts = pieces.chunks(length).map(<[_]>::to_vec).collect::<Vec<_>>();
            parts.into_iter().map(|part| {
                let mut setup = case.setup.clone();
                // Pieces that must be there stay.
                for place in part {
                    let with = setup.clone();
                    setup.set_index(place, 0);
                    setup = setup.checked().unwrap_or(with);
                }
                setup
            })
        });
        with_setups(case, without)
    }

    fn simpler<'a>(&'a self, case: &'a Case<V>) -> Box<dyn Iterator<Item = Case<V>> + 'a> {
        let cells = case.setup.indices().enumerate().flat_map(move |(place, index)| {
            (1..index).map(move |simpler| {
                let mut setup = case.setup.clone();
                setup.set_index(place, simpler);
                setup
            })
        });
        let fields = L::FIELDS.iter().enumerate().flat_map(move |(index, field)| {
            simpler_places::<L>(index, case.setup.field(field.name)).map(move |place| {
                let mut setup = case.setup.clone();
                setup.set_field(field.name, &Diagram::<L>::value(index, place));
                setup
            })
        });
        with_setups(case, cells.chain(fields))
    }

    fn complexity(&self, case: &Case<V>) -> u64 {
        let fields = L::FIELDS.iter().enumerate();
        let fields = fields.map(|(index, field)| {
            Diagram::<L>::place_of(index, case.setup.field(field.name)) as u64
        });
        fields.fold(case.setup.indices().sum::<usize>() as u64, u64::saturating_add)
    }
}

/// Places of values that may be simpler than this one of a field: all, unless they are too many, as
/// the subsets of many letters; then that of no letter, and those with one letter less.
fn simpler_places<L: Layout>(index: usize, value: &str) -> Box<dyn Iterator<Item = usize>> {
    let count = Diagram::<L>::values_count(index);
    if count <= PLACES_MAX {
        return Box::new(0..count);
    }
    let place = Diagram::<L>::place_of(index, value);
    let without = (0..usize::BITS).map(move |digit| place & !(1 << digit));
    Box::new(iter::once(0).chain(without.filter(move |&other| other < place)))
}

/// The case with each of these set-ups that is a valid diagram.
fn with_setups<'a, L: Layout, V: Vocabulary<Setup = Diagram<L>>>(
    case: &'a Case<V>,
    setups: impl Iterator<Item = Diagram<L>> + 'a,
) -> Box<dyn Iterator<Item = Case<V>> + 'a> {
    let valid = setups.filter_map(|setup| setup.checked().ok());
    Box::new(valid.map(|setup| Case { setup, ..case.clone() }))
}

/// Enumerates every canonical diagram with a number of pieces: a shape of 1 × n stands for n
/// pieces. All kinds of pieces are used, whatever number of symbols the bounds permit.
impl<L: Layout, V: Vocabulary<Setup = Diagram<L>>> Enumerate<V> for Diagrams<L> {
    fn setups(&self, shape: Shape, _symbols: u8) -> Box<dyn Iterator<Item = SetupOf<V>> + Send> {
        if shape.rows != 1 || shape.cells() > L::ROWS * L::COLUMNS {
            return Box::new(iter::empty());
        }
        // The diagrams with one piece more than `diagram`, at a place after all others.
        let with_a_piece = |(from, diagram): (usize, Diagram<L>)| {
            (from..L::ROWS * L::COLUMNS).flat_map(move |place| {
                let diagram = diagram.clone();
                (1..L::CELLS.len()).filter_map(move |index| {
                    let mut diagram = diagram.clone();
                    diagram.set_index(place, index);
                    let count = diagram.indices().filter(|&other| other == index).count();
                    let fits = count <= *L::count(L::CELLS[index]).end();
                    fits.then_some((place + 1, diagram))
                })
            })
        };
        let mut boards: Box<dyn Iterator<Item = (usize, Diagram<L>)> + Send> =
            Box::new(iter::once((0, Diagram::empty())));
        for _ in 0..shape.columns {
            boards = Box::new(boards.flat_map(with_a_piece));
        }
        let mut all: Box<dyn Iterator<Item = Diagram<L>> + Send> =
            Box::new(boards.map(|(_, diagram)| diagram));
        for (index, field) in L::FIELDS.iter().enumerate() {
            all = Box::new(all.flat_map(move |diagram| {
                (0..Diagram::<L>::values_count(index)).map(move |place| {
                    let mut diagram = diagram.clone();
                    diagram.set_field(field.name, &Diagram::<L>::value(index, place));
                    diagram
                })
            }));
        }
        Box::new(all.filter(|diagram| diagram.clone().checked().as_ref() == Ok(diagram)))
    }

    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(1, 2)], L::CELLS.len() as u8 - 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::convert::Infallible;
    use std::ops::RangeInclusive;

    use arbitrary::Unstructured;
    use twinboard_vocabulary::Vocabulary;
    use twinboard_vocabulary::diagram::{Diagram, Field, Layout, Values};

    use super::Diagrams;
    use crate::model::case::Case;
    use crate::model::random::case_bytes;
    use crate::model::rules::{Enumerate, Shrink};
    use crate::model::shape::Shape;

    /// Two rows of three cells with exactly one king and at most two men.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct Men;

    impl Layout for Men {
        const ROWS: usize = 2;
        const COLUMNS: usize = 3;
        const CELLS: &'static [&'static str] = &[".", "m", "k"];
        const FIELDS: &'static [Field] =
            &[Field { name: "turn", values: Values::Choice(&["w", "b"]) }];

        fn count(cell: &str) -> RangeInclusive<usize> {
            match cell {
                "k" => 1..=1,
                "m" => 0..=2,
                _ => 0..=6,
            }
        }
    }

    impl Vocabulary for Men {
        const NAME: &'static str = "men";
        type Setup = Diagram<Men>;
        type Move = u8;
        type LegalMove = u8;
        type Event = u8;
        type Refusal = Infallible;
        type Position = Diagram<Men>;
        type Outcome = bool;

        fn is_over(over: bool) -> bool {
            over
        }
    }

    const MEN: Diagrams<Men> = Diagrams::NEW;

    fn enumerated(pieces: u8) -> Vec<Diagram<Men>> {
        Enumerate::<Men>::setups(&MEN, Shape { rows: 1, columns: pieces }, 2).collect()
    }

    #[test]
    fn every_valid_diagram_is_enumerated_once_and_can_be_drawn() {
        // A king on 6 cells, with 0, 1 or 2 of 5 cells for the men, and two sides to move.
        let all: Vec<_> = (0..=6).map(enumerated).collect();
        assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), [0, 12, 60, 120, 0, 0, 0]);
        let all: BTreeSet<_> = all.into_iter().flatten().collect();
        assert_eq!(all.len(), 192);
        let drawn = (0..10_000).map(|index| {
            let bytes = case_bytes(1, index);
            MEN.draw(&mut Unstructured::new(&bytes)).expect("a diagram")
        });
        assert_eq!(drawn.collect::<BTreeSet<_>>(), all);
        assert!(Enumerate::<Men>::setups(&MEN, Shape { rows: 2, columns: 1 }, 2).next().is_none());
    }

    #[test]
    fn mutations_give_other_valid_diagrams_and_reach_all() {
        let mut seen = BTreeSet::new();
        let mut diagram = enumerated(1).swap_remove(0);
        for index in 0..3000 {
            let bytes = case_bytes(1, index);
            let before = diagram.clone();
            MEN.mutate(&mut diagram, &mut Unstructured::new(&bytes)).expect("enough bytes");
            assert_ne!(diagram, before);
            assert_eq!(diagram.clone().checked(), Ok(diagram.clone()));
            seen.insert(diagram.clone());
        }
        assert_eq!(seen.len(), 192);
    }

    #[test]
    fn shrinking_takes_pieces_away_and_never_the_king() {
        let case = Case::<Men>::new("m.k\n..m\nb".parse().expect("a diagram"), Vec::new());
        let texts = |cases: Box<dyn Iterator<Item = Case<Men>> + '_>| {
            cases.map(|case| case.setup.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(texts(MEN.smaller(&case)), ["..k\n..m\nb", "m.k\n..m\nb", "m.k\n...\nb"]);
        // A king cannot become a man.
        assert_eq!(texts(MEN.simpler(&case)), ["m.k\n..m\nw", "m.k\n..m\nb"]);
        assert_eq!((MEN.size(&case.setup), Shrink::<Men>::complexity(&MEN, &case)), (3, 5));
    }
}
