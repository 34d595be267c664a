//! Keys of several processes (EP-26).
//!
//! The harness compares the keys of equal positions within a process. A key that depends on the
//! process, such as on its number, an address or the random seed of a runtime, passes that, and so
//! does one that depends on what the process has played before, such as on tables that are filled
//! at the first use. So two processes are asked for the keys of the same short games, in opposite
//! orders.

use std::fmt::Write as _;

use twinboard_vocabulary::{Plays, SetupOf, Vocabulary};

use crate::answers;
use crate::breach::Breach;
use crate::connect::ConnectError;
use crate::engine::Engine;
use crate::hello::Offer;
use crate::kind::Kind;
use crate::process::Process;
use crate::shared::Shared;
use crate::words::{push_argument, push_number, push_setup};

/// Number of games whose keys are compared.
const GAMES: usize = 3;

/// Maximum number of moves of each. A step of a slow engine takes a tenth of a second.
const MOVES: usize = 3;

/// A breach of EP-26: a position that has different keys in several processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyDifference {
    /// The breach as a sentence, with the keys.
    pub message: String,
    /// True if the key depends on the process itself: each new one has another key. False if it
    /// depends on what the process did before.
    pub is_by_process: bool,
    /// The requests up to that for the key, in lines as [`Prompt`](crate::Prompt) has them.
    pub requests: String,
}

/// A short game, and its keys at the start and after each move.
struct KeyedGame {
    setup: String,
    moves: Vec<String>,
    keys: Vec<u64>,
}

impl<V: Vocabulary, O: Plays<V>> Engine<V, O> {
    /// Compares the keys of two processes in short games with the first of these set-ups that the
    /// engine supports. In each game the first legal moves of its lists are played. Of several
    /// differences that with the shortest set-up is returned; `Ok(None)` if the keys are equal, or
    /// the engine offers none.
    ///
    /// Processes that play no game are asked, and ended if there is only one: of an engine that is
    /// asked here, no two run at the same time unless they did before.
    ///
    /// # Errors
    ///
    /// The reason why no keys could be compared.
    pub fn compare_keys(
        &self,
        setups: impl IntoIterator<Item = SetupOf<V>>,
    ) -> Result<Option<KeyDifference>, String> {
        let shared = &self.shared;
        if !shared.has(Offer::Key) {
            return Ok(None);
        }
        if let Some(transcript) = &shared.settings.transcript {
            transcript.note("the keys of two processes (EP-26)");
        }
        let mut idle = shared.take_idle();
        let mut first = idle.pop().map_or_else(|| shared.start(), Ok).map_err(reason)?;
        let setups = setups.into_iter().filter(|setup| shared.is_within_limits(setup));
        let games = setups.map(|setup| play(shared, &mut first, &setup.to_string()));
        let games: Result<Vec<_>, _> = games.filter_map(Result::transpose).take(GAMES).collect();
        let games = games.map_err(|breach| breach.summary())?;
        if games.is_empty() {
            return Err("the engine supports none of the set-ups".into());
        }
        drop(first);
        let mut second = idle.pop().map_or_else(|| shared.start(), Ok).map_err(reason)?;
        let mut differences = Vec::new();
        for game in games.iter().rev() {
            let keys = repeat(shared, &mut second, game).map_err(|breach| breach.summary())?;
            let index = (0..keys.len()).find(|&index| keys[index] != game.keys[index]);
            differences.extend(index.map(|index| (game, index, [game.keys[index], keys[index]])));
        }
        drop((second, idle));
        let shortest = differences.iter().min_by_key(|(game, index, _)| (game.setup.len(), *index));
        Ok(shortest.map(|&(game, index, both)| difference(shared, game, index, both)))
    }
}

/// Plays a game in a process; `None` if it does not support the set-up.
fn play<V: Vocabulary, O: Plays<V>>(
    shared: &Shared<V, O>,
    process: &mut Process<V>,
    setup: &str,
) -> Result<Option<KeyedGame>, Breach> {
    let (game, is_supported) = set_up(process, setup)?;
    if !is_supported {
        return Ok(None);
    }
    let connection = &mut process.connection;
    let (mut moves, mut keys) = (Vec::new(), Vec::new());
    loop {
        let key = connection.request(Kind::Key, |out| push_number(out, game));
        keys.push(answers::key(&connection.answer(key)?)?);
        if moves.len() == MOVES {
            break;
        }
        let listed = connection.request(Kind::FirstMove, |out| {
            push_number(out, game);
            push_number(out, 1);
        });
        let listed = connection.answer(listed)?.lines;
        let Some(line) = listed.lines().next() else { break };
        let legal = answers::legal_move(shared.texts, Kind::Moves, line)?;
        let text = V::to_move(&legal).to_string();
        let played = connection.request(Kind::Play, |out| {
            push_number(out, game);
            push_argument(out, &text);
        });
        if !answers::is_played(&connection.answer(played)?)? {
            break;
        }
        moves.push(text);
    }
    end(shared, process, game);
    Ok(Some(KeyedGame { setup: setup.to_owned(), moves, keys }))
}

/// The keys of a game in another process.
fn repeat<V: Vocabulary, O: Plays<V>>(
    shared: &Shared<V, O>,
    process: &mut Process<V>,
    played: &KeyedGame,
) -> Result<Vec<u64>, Breach> {
    let (game, _) = set_up(process, &played.setup)?;
    let connection = &mut process.connection;
    let mut asked = Vec::new();
    for index in 0..played.keys.len() {
        if let Some(text) = index.checked_sub(1).map(|index| &played.moves[index]) {
            let mv = connection.request(Kind::Play, |out| {
                push_number(out, game);
                push_argument(out, text);
            });
            connection.forget(mv);
        }
        asked.push(connection.request(Kind::Key, |out| push_number(out, game)));
    }
    let keys = asked.into_iter().map(|key| answers::key(&connection.answer(key)?)).collect();
    end(shared, process, game);
    keys
}

/// Sets a game up. Returns its number, and whether the engine supports the set-up.
fn set_up<V: Vocabulary>(process: &mut Process<V>, setup: &str) -> Result<(u64, bool), Breach> {
    let game = process.new_game();
    let begun = process.connection.request(Kind::SetUp, |out| {
        push_number(out, game);
        push_setup(out, setup);
    });
    let is_supported = answers::set_up(&process.connection.answer(begun)?)?;
    Ok((game, is_supported))
}

/// Ends a game. The answer is checked with the next one.
fn end<V: Vocabulary, O: Plays<V>>(shared: &Shared<V, O>, process: &mut Process<V>, game: u64) {
    if shared.has(Offer::End) {
        let end = process.connection.request(Kind::End, |out| push_number(out, game));
        process.connection.forget(end);
    }
}

/// The report on the key at `index` of a game. Two new processes that are asked nothing else show
/// what the key depends on.
fn difference<V: Vocabulary, O: Plays<V>>(
    shared: &Shared<V, O>,
    game: &KeyedGame,
    index: usize,
    [one, other]: [u64; 2],
) -> KeyDifference {
    let begin = KeyedGame {
        setup: game.setup.clone(),
        moves: game.moves[..index].to_vec(),
        keys: game.keys[..=index].to_vec(),
    };
    let alone = || {
        let mut process = shared.start().ok()?;
        Some(repeat(shared, &mut process, &begin).ok()?[index])
    };
    let (is_by_process, message) = match alone().zip(alone()) {
        Some((alone, again)) if alone == again => (
            false,
            format!(
                "two processes of the engine have the keys {one:x} and {other:x} for one position, and \
                 each that has done nothing else has {alone:x}: the key depends on what a process did \
                 before"
            ),
        ),
        fresh => {
            let (one, other) = fresh.unwrap_or((one, other));
            let message = format!(
                "two processes of the engine have the keys {one:x} and {other:x} for one position"
            );
            (true, message)
        }
    };
    let mut requests = format!("set-up\n{}\n\n", begin.setup.trim_end_matches('\n'));
    for mv in &begin.moves {
        let _ = writeln!(requests, "play {mv}");
    }
    requests.push_str("key\n");
    KeyDifference { message: format!("{message} (EP-26)"), is_by_process, requests }
}

fn reason(error: ConnectError) -> String {
    match error {
        ConnectError::Breach(breach) => breach.summary(),
        error => error.to_string(),
    }
}
