//! Positions in words and hash keys. A position writes more than many keys hold: the variant of the
//! rules, earlier positions where repetition matters and, in the form of FEN, counters of moves, or a
//! square for en passant on which no pawn can capture. A key that leaves those out is right. A key
//! that holds more than the position is wrong, and a report says what it seems to hold.

use std::collections::BTreeSet;
use std::fmt::Display;

use twinboard_vocabulary::{Game, PositionOf, SetupOf, TryClone, Vocabulary};

use crate::model::guard;
use crate::model::listing::view_of;
use crate::model::rules::{RuleSet, board_and_words, differ_in_counters};
use crate::model::watched::WatchedSide;

/// Words that are tried in place of others, at most.
const TRIED_MAX: usize = 64;

/// Beginnings of the lines with which positions in words write what happened earlier.
const HISTORY: [&str; 2] = ["before ", "not again "];

/// True if two positions with the same board differ in their texts alone, on the oracle: in their
/// history, in counters, or in words that make no difference. With those words both have the same
/// legal moves and outcome, and each move leads to the same position, but for counters.
pub(crate) fn differ_in_text_only<R: RuleSet>(
    rules: &R,
    oracle: &WatchedSide<'_, R::Vocabulary>,
    setup: &SetupOf<R::Vocabulary>,
    positions: [&PositionOf<R::Vocabulary>; 2],
) -> bool {
    let [one, other] = positions.map(|position| without_history(&position.to_string()));
    if one == other {
        return positions[0] != positions[1];
    }
    let (Some((board, words)), Some((other_board, other_words))) =
        (board_and_words(&one), board_and_words(&other))
    else {
        return false;
    };
    // The first word says whose turn it is.
    let is_alike = board == other_board
        && words.len() == other_words.len()
        && words.first() == other_words.first();
    if !is_alike || differ_in_counters(&one, &other) {
        return is_alike;
    }
    // The oracle need not support what is in no case.
    let is_same = guard::catch(|| {
        let game = |position| oracle.set_up(&rules.setup_of_position(setup, position)?);
        let (one, other) = game(positions[0]).zip(game(positions[1]))?;
        let limit = rules.listing().limit;
        let [of_one, of_other] = [&one, &other].map(|game| view_of(game, limit, 0));
        let legal = of_one.legal.as_ref().filter(|legal| !legal.is_empty())?;
        let is_same = of_one.outcome == of_other.outcome && of_other.legal.as_ref() == Some(legal);
        let leads_to_same = |mv| {
            let (mut one, mut other) = one.try_clone().zip(other.try_clone())?;
            let mv = R::Vocabulary::to_move(mv);
            let is_played = one.play(&mv).is_ok() && other.play(&mv).is_ok();
            let after = [&one, &other].map(|it| without_history(&it.position().to_string()));
            let [after_one, after_other] = after;
            let is_same = one.outcome() == other.outcome()
                && (after_one == after_other || differ_in_counters(&after_one, &after_other));
            Some(is_played && is_same)
        };
        Some(is_same && legal.iter().all(|mv| leads_to_same(mv) == Some(true)))
    });
    is_same.ok().flatten().unwrap_or(false)
}

/// The text without earlier positions, and without the moves that a limit leaves, as in
/// `moves-max=200 left 30`.
fn without_history(text: &str) -> String {
    let is_history = |line: &&str| HISTORY.iter().any(|beginning| line.starts_with(beginning));
    let without_left = |line| match str::split_once(line, " left ") {
        Some((limit, _)) if limit.contains('=') => limit,
        _ => line,
    };
    text.lines().filter(|line| !is_history(line)).map(without_left).collect::<Vec<_>>().join("\n")
}

/// True if two positions differ in words such as `ko=simple`, which name variants of the rules: a key
/// may be the same in all of them. Within a game they stay.
pub(crate) fn differ_in_variant(one: &impl Display, other: &impl Display) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split_whitespace().filter(|word| word.contains('=')).map(str::to_owned).collect()
    };
    words(&one.to_string()) != words(&other.to_string())
}

/// The word of an earlier position that the odd `key` of a position seems to hold, in a sentence:
/// set up with it, the position has that key.
pub(crate) fn word_in_key<'p, R: RuleSet>(
    rules: &R,
    [engine, oracle]: [&WatchedSide<'_, R::Vocabulary>; 2],
    (position, key): (&PositionOf<R::Vocabulary>, u64),
    earlier: impl Iterator<Item = &'p PositionOf<R::Vocabulary>>,
) -> Option<String> {
    let text = position.to_string();
    let (_, now) = board_and_words(&text)?;
    let earlier: Vec<String> = earlier.map(ToString::to_string).collect();
    let of_earlier = earlier.iter().filter_map(|text| Some(board_and_words(text)?.1));
    let words: BTreeSet<(usize, &str)> = of_earlier
        .flat_map(|words| words.into_iter().enumerate())
        .filter(|(place, word)| now.get(*place).is_some_and(|now| now != word))
        .collect();
    words.into_iter().take(TRIED_MAX).find_map(|(place, word)| {
        let replaced = now[place];
        let (before, after) = text.split_at(replaced.as_ptr() as usize - text.as_ptr() as usize);
        let text = format!("{before}{word}{}", &after[replaced.len()..]);
        // Neither side need support what is in no case.
        let other_key = guard::catch(|| {
            let case = rules.text().read_all(text.as_bytes()).ok()?.into_iter().next()?;
            oracle.set_up(&case.setup)?;
            engine.set_up(&case.setup)?.key()
        });
        (other_key.ok().flatten() == Some(key))
            .then(|| format!("set up with `{word}` instead of `{replaced}`, it has the odd key"))
    })
}
