//! The plain programs play by the rules: otherwise their speed would be no yardstick.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::game::below;
use board::samegame::Grid;
use harness::campaign::{self, Budget, CorpusCase, Plan};
use harness::random::SplitMix;
use harness::{Pairing, Subject, report};
use plain::samegame::{Lean, SameGame as Plain};
use twinboard_games::samegame::SameGame;

/// Plays the corpus and a campaign of so many cases, with the plain program in place of the engine.
fn play_in_lockstep(subject: &Arc<dyn Subject>, cases: u64) {
    let files = twinboard_games::corpus(subject.name());
    let corpus = files.flat_map(|file| {
        let cases = subject.split(file.text).expect("the corpus can be read").into_iter();
        cases.map(|text| CorpusCase { name: file.path.to_owned(), text })
    });
    let plan = Plan {
        seed: 1,
        budget: Budget::Cases(cases),
        threads: 2,
        step_limit: Duration::from_secs(30),
        corpus: corpus.collect(),
    };
    let outcome = campaign::run(subject, &plan, &Arc::new(AtomicBool::new(false)), &mut |_| ());
    assert_eq!(outcome.stats.skipped, 0, "it is made for every grid");
    assert!(outcome.stats.cases > cases, "the corpus was played too");
    if let Some(found) = outcome.found {
        panic!(
            "{}\n{}\n{}",
            report::headline(subject.name(), &found.divergence.finding),
            report::render_divergence(&found.divergence),
            found.text.unwrap_or_default(),
        );
    }
}

#[test]
fn plain_same_game_plays_as_the_oracle_does() {
    let pairing = Pairing::<_, Plain, oracle::SameGame>::new(SameGame);
    play_in_lockstep(&(Arc::new(pairing) as Arc<dyn Subject>), 800);
}

#[test]
fn plain_same_game_keeps_its_groups_and_its_games_when_it_is_lean() {
    let mut random = SplitMix::new(1);
    let mut number = |count: usize| below(&mut || random.word(), count as u64) as usize;
    for (rows, columns, colours, games) in
        [(15, 15, 5, 20), (10, 40, 10, 10), (16, 64, 3, 5), (1, 9, 2, 50), (9, 1, 2, 50)]
    {
        for _ in 0..games {
            let cells = usize::from(rows) * usize::from(columns);
            let colours = (0..cells).map(|_| number(colours) as u8).collect();
            let grid = Grid::new(rows, columns, colours).expect("within the limits");
            let (mut plain, mut lean) = (Plain::new(&grid), Lean::new(&grid));
            loop {
                let groups = plain.groups();
                let count = lean.list();
                let listed: Vec<_> = (0..count).map(|group| lean.group(group)).collect();
                assert_eq!(listed, groups, "on {rows} × {columns}");
                assert_eq!(lean.cells_left(), plain.cells_left());
                if count == 0 {
                    break;
                }
                let chosen = number(count);
                plain.remove(&groups[chosen]);
                lean.remove(chosen);
            }
        }
    }
}
