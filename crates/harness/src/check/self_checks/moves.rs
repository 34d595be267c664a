//! Self-checks of the optional methods that are about moves: breaking off, counting, taking back.

use std::ops::ControlFlow;

use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, Vocabulary};

use super::{COPIES, EQUAL_NUMBERS};
use crate::check::compare::{Shown, only_in};
use crate::model::random::{SplitMix, chosen};
use crate::model::rules::{RuleSet, View, legal_moves, view_of};

/// Longest line of moves that is played and taken back, without those that may be refused.
const TAKEN_BACK_MAX: u64 = 3;
/// The same once in a while: an engine may keep some of its history only.
const TAKEN_BACK_DEEP: u64 = 40;

/// Breaks off a listing at its first move: the visitor must not be called again, and the listing
/// must return [`ControlFlow::Break`].
pub(super) fn check_breaking_off<E: Game>(
    engine: &E,
    view: &View<E::Vocabulary>,
) -> Result<(), String> {
    let mut calls = 0;
    let listing = engine.visit_legal_moves(&mut |_| {
        calls += 1;
        ControlFlow::Break(())
    });
    let expected = usize::from(view.legal.as_ref().is_none_or(|legal| !legal.is_empty()));
    if calls == expected && listing.is_break() == (expected == 1) {
        return Ok(());
    }
    Err(format!("broken off at the first move, it asked {calls} times and said {listing:?}"))
}

/// Samples a legal move: it must be in the list, and is missing if and only if the list is empty.
pub(super) fn check_sample<E: Game>(
    engine: &E,
    view: &View<E::Vocabulary>,
    random: &mut SplitMix,
) -> Result<(), String> {
    match (engine.sample_legal_move(&mut || random.next_u64()), &view.legal) {
        (None, Some(legal)) if legal.is_empty() => Ok(()),
        (None, _) => Err("there are legal moves, and none was drawn".into()),
        (Some(sampled), Some(legal)) if legal.binary_search(&sampled).is_err() => {
            Err(format!("drawn, but not legal: {sampled}"))
        }
        (Some(_), _) => Ok(()),
    }
}

/// Compares the engine's own count of all legal moves with the list. Passes if it has none, or the
/// moves are too many to list.
pub(super) fn check_count<E: Game>(engine: &E, view: &View<E::Vocabulary>) -> Result<(), String> {
    let Some(listed) = view.legal.as_ref().map(|legal| legal.len() as u64) else { return Ok(()) };
    match engine.count_legal_moves() {
        Some(counted) if counted != listed => {
            Err(format!("it lists {listed} and counts {counted}"))
        }
        _ => Ok(()),
    }
}

/// Counts the legal moves of the kind of a sampled one, without a limit, with a limit that is just
/// enough and with one that is not. The error has the sampled move.
pub(super) fn check_kind_counts<E: Game>(
    engine: &E,
    view: &View<E::Vocabulary>,
    random: &mut SplitMix,
) -> Result<(), (LegalMoveOf<E::Vocabulary>, String)> {
    let legal = view.legal.as_deref().unwrap_or_default();
    let Some(like) = chosen(legal, random) else { return Ok(()) };
    let same =
        |other: &&LegalMoveOf<E::Vocabulary>| E::Vocabulary::same_kind(&view.position, like, other);
    let listed = legal.iter().filter(same).count() as u64;
    for (limit, expected) in [(u64::MAX, Some(listed)), (listed, Some(listed)), (listed - 1, None)]
    {
        let counted = engine.count_kind(like, limit);
        if counted != expected {
            let say = |count: Option<u64>| {
                count.map_or_else(|| format!("more than {limit}"), |count| count.to_string())
            };
            let detail = format!(
                "{listed} of the kind of {like} are listed; asked for at most {limit}, it counts {}",
                say(counted),
            );
            return Err((like.clone(), detail));
        }
    }
    Ok(())
}

/// Plays some sampled moves on a copy and takes them back: everything must be as before. Moves of
/// `proposed`, most of which are refused, are requested in between. If `plays_on`, the copy then
/// plays another move, with the same effect as on a copy that has taken nothing back; half of the
/// time at once, since a look at the position may renew what an engine kept. Passes if there is no
/// other game at this position (`another`: a copy, or one that is set up there), or the engine takes
/// nothing back.
pub(super) fn check_taking_back<R: RuleSet, E: Game<Vocabulary = R::Vocabulary>>(
    (engine, another): (&E, &dyn Fn() -> Option<E>),
    shown: &Shown<'_, R>,
    (plays_on, is_deep): (bool, bool),
    proposed: impl FnOnce(&mut SplitMix) -> Vec<MoveOf<E::Vocabulary>>,
    random: &mut SplitMix,
) -> Result<(), String> {
    let view = shown.view;
    let Some(mut copy) = another() else { return Ok(()) };
    // Some games take moves back, and say that they take back no list of no moves.
    let takes_nothing_back = !copy.undo_moves(&[]);
    if takes_nothing_back && !(plays_on && takes_one_back(engine, another, shown, random)?) {
        return Ok(());
    }
    let Some(mut ahead) = another() else { return Ok(()) };
    // Drawn first, as replays propose more.
    let looks = !plays_on || random.next_u64().is_multiple_of(2);
    let next = any_legal_move(engine, view, random).filter(|_| plays_on);
    let mut moves = Vec::new();
    let most = if is_deep { TAKEN_BACK_DEEP } else { TAKEN_BACK_MAX };
    let length = 1 + (random.next_u64() % most) as usize;
    let mut legal = any_legal_move(engine, view, random);
    while let Some(chosen) = legal {
        moves.push(E::Vocabulary::to_move(&chosen));
        if moves.len() == length {
            break;
        }
        let _ = ahead.play(&moves[moves.len() - 1]);
        legal = ahead.sample_legal_move(&mut || random.next_u64());
    }
    if !moves.is_empty() {
        // Behind an accepted move: only then something is left of a refused one that was kept.
        let index = 1 + (random.next_u64() % moves.len() as u64) as usize;
        let rest = moves.split_off(index);
        moves.extend(proposed(random));
        moves.extend(rest);
    }
    let look = |game: &E| {
        let differs = shown.difference(game, true).map(|differs| format!("it has {differs}"));
        differs.or_else(|| game.validate().err())
    };
    let can = copy.undo_moves(&moves);
    let differs = if !can {
        Some("it cannot be done any more".to_owned())
    } else if looks {
        look(&copy)
    } else {
        None
    };
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let moves = moves.join(", then ");
    if let Some(differs) = differs {
        // A copy that is wrong from the beginning is no fault of taking back.
        let at_once = another().and_then(|game| look(&game)).filter(|_| can);
        return Err(match at_once {
            Some(differs) => format!("in a copy, or a game set up here, at once: {differs}"),
            None => format!("after {moves} and back, {differs}"),
        });
    }
    if let Some(next) = next {
        let next = E::Vocabulary::to_move(&next);
        check_playing_on(another, copy, &next, shown.rules)
            .map_err(|differs| format!("after {moves} and back, then {next}, {differs}"))?;
    }
    Ok(())
}

/// True if a game takes a move back. If it says that it does not, it must stay as it is.
fn takes_one_back<R: RuleSet, E: Game<Vocabulary = R::Vocabulary>>(
    engine: &E,
    another: &dyn Fn() -> Option<E>,
    shown: &Shown<'_, R>,
    random: &mut SplitMix,
) -> Result<bool, String> {
    let Some(mut copy) = another() else { return Ok(false) };
    let Some(legal) = any_legal_move(engine, shown.view, random) else { return Ok(false) };
    if copy.undo_moves(&[E::Vocabulary::to_move(&legal)]) {
        return Ok(true);
    }
    shown.difference(&copy, false).map_or(Ok(false), |differs| {
        Err(format!("asked to take {legal} back, it says that it does not, and it has {differs}"))
    })
}

/// Plays `next` on a game that has taken moves back: the effect must be that on another game at the
/// same position.
fn check_playing_on<R: RuleSet, E: Game<Vocabulary = R::Vocabulary>>(
    another: &dyn Fn() -> Option<E>,
    mut taken_back: E,
    next: &MoveOf<E::Vocabulary>,
    rules: &R,
) -> Result<(), String> {
    let Some(mut direct) = another() else { return Ok(()) };
    // Both are announced first, so that an engine in another process gets them at once.
    direct.prefetch(next);
    taken_back.prefetch(next);
    let results = [direct.play(next), taken_back.play(next)];
    if results[0] != results[1] {
        return Err("the move has another result than played at once".to_owned());
    }
    let view = &view_of(&direct, rules.listing().limit, 0);
    let shown = Shown { rules, view, key: direct.key(), observations: &direct.observe() };
    let differs = shown.difference(&taken_back, true).map(|differs| format!("it has {differs}"));
    // A move that spoils both is for the step that plays it.
    let differs =
        differs.or_else(|| taken_back.validate().err().filter(|_| direct.validate().is_ok()));
    differs.map_or(Ok(()), |differs| Err(format!("other than played at once, {differs}")))
}

/// Draws with the same numbers twice, and then on a copy: equal numbers give equal moves. The error
/// has the name of what is broken: the copy may list others.
pub(super) fn check_equal_numbers<E: Game>(
    engine: &E,
    numbers: &SplitMix,
    limit: usize,
) -> Result<(), (&'static str, String)> {
    let draw = |game: &E| {
        let mut numbers = numbers.clone();
        let drawn = game.sample_legal_move(&mut || numbers.next_u64());
        drawn.map_or_else(|| "none".to_owned(), |legal| legal.to_string())
    };
    let (first, again) = (draw(engine), draw(engine));
    if again != first {
        let detail = format!("{first} is drawn; with the same number again, {again}");
        return Err((EQUAL_NUMBERS, detail));
    }
    let Some(copy) = engine.try_clone() else { return Ok(()) };
    let other = draw(&copy);
    if other == first {
        return Ok(());
    }
    let [own, of_copy] = [engine, &copy].map(|game| legal_moves(game, limit, 0));
    if let (Some(own), Some(of_copy)) = (own, of_copy)
        && own != of_copy
    {
        let (own, of_copy) = (only_in(&own, &of_copy), only_in(&of_copy, &own));
        let detail = format!("other moves are legal:\n  the copy  {of_copy}\n  itself    {own}");
        return Err((COPIES, detail));
    }
    Err((EQUAL_NUMBERS, format!("{first} is drawn; with the same number on a copy, {other}")))
}

/// A legal move: one of the list if there is one, without a question to the engine.
pub(super) fn any_legal_move<E: Game>(
    engine: &E,
    view: &View<E::Vocabulary>,
    random: &mut SplitMix,
) -> Option<LegalMoveOf<E::Vocabulary>> {
    match &view.legal {
        Some(legal) => chosen(legal, random).cloned(),
        None => engine.sample_legal_move(&mut || random.next_u64()),
    }
}

/// Plays two moves in both orders, on copies: if that leads to equal positions, their keys must be
/// equal too. Passes where one order is not legal.
pub(super) fn check_transposition<E: Game>(
    engine: &E,
    one: &LegalMoveOf<E::Vocabulary>,
    other: &LegalMoveOf<E::Vocabulary>,
) -> Result<(), String> {
    let moves = [one, other].map(E::Vocabulary::to_move);
    let (Some(mut this), Some(mut that)) = (engine.try_clone(), engine.try_clone()) else {
        return Ok(());
    };
    for [first, second] in [[0, 1], [1, 0]] {
        // Both are announced first, so that an engine in another process gets them at once.
        this.prefetch(&moves[first]);
        that.prefetch(&moves[second]);
        let played = [this.play(&moves[first]), that.play(&moves[second])];
        if played.iter().any(Result::is_err) {
            return Ok(());
        }
    }
    if this.key() == that.key() || this.position() != that.position() {
        return Ok(());
    }
    Err(format!(
        "the same position has another key after {one}, then {other}, than the other way round"
    ))
}
