//! What is said of the games that were played.

use std::path::Path;

use referee::{
    Crash, Divergence, End, Fault, Record, Row, Settings, Tournament, Trouble, standings,
};
use serde::Serialize;

use super::store::Store;
use super::table;
use crate::args::Arena;
use crate::failure::{self, Exit, Failure};
use crate::{output, subjects};

/// What is said as JSON.
#[derive(Serialize)]
struct Json<'a> {
    folder: &'a Path,
    settings: &'a Settings,
    complete: bool,
    games_in_all: usize,
    standings: &'a [Row],
    games: &'a [Record],
}

/// Shows the standings and what else there is to say, and how the command ends.
pub(super) fn conclude(
    kind: &str,
    tournament: &Tournament,
    store: &Store,
    arena: &Arena,
    played: Result<End, Failure>,
) -> Result<Exit, Failure> {
    let settings = tournament.settings();
    let names = settings.players.iter().map(|player| &*player.name);
    let rows = standings(names, &store.records);
    let games_in_all = tournament.games();
    let shown = arena.results.show(&render(kind, games_in_all, store, &rows), false);
    let written = arena.results.write(&Json {
        folder: store.folder(),
        settings,
        complete: store.records.len() == games_in_all,
        games_in_all,
        standings: &rows,
        games: &store.records,
    });
    let rest = failure::both(shown, written);
    match played {
        // A player in this process that panics is a mistake of this program.
        Ok(End::Done | End::Stopped) if store.records.iter().any(has_panicked) => {
            failure::conclude(true, rest)
        }
        Ok(End::Done | End::Stopped) => failure::conclude(false, rest),
        Ok(End::Trouble(Trouble::Divergence(divergence))) => {
            let saved = save(store, &settings.rule_set, &divergence);
            failure::conclude(true, failure::both(saved, rest))
        }
        Ok(End::Trouble(Trouble::Io { doing, error })) => {
            let failed = Err(Failure::Usage(format!("cannot {doing}: {error}")));
            failure::conclude(false, failure::both(failed, rest))
        }
        Err(failure) => failure::conclude(false, failure::both(Err(failure), rest)),
    }
}

fn has_panicked(record: &Record) -> bool {
    matches!(record.fault, Some(Fault::Crash(Crash::Panic(_))))
}

fn render(kind: &str, games_in_all: usize, store: &Store, rows: &[Row]) -> String {
    let records: Vec<&Record> = store.records.iter().collect();
    let mut parts = vec![table::standings(rows), table::faults(store.folder(), &records)];
    if kind == "match" {
        parts.insert(0, table::games(&records));
    }
    let (count, folder) = (records.len(), store.folder().display());
    parts.push(if count == games_in_all {
        format!("{count} games, kept in {folder}\n")
    } else {
        let program = subjects::program();
        format!("{count} of {games_in_all} games; go on with: {program} {kind} --resume {folder}\n")
    });
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The judges disagree: that is what this program is there to find.
fn save(store: &Store, rule_set: &str, divergence: &Divergence) -> Result<(), Failure> {
    output::complain(format!("error: {divergence}; no player is to blame"));
    let path = store.write(&format!("{rule_set}-divergence.txt"), &divergence.case)?;
    let (program, path) = (subjects::program(), path.display());
    output::complain(format!("the case is kept; see it with: {program} diff {path}"));
    Ok(())
}
