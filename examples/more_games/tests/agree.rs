//! Engine and oracle of each game agree, and the campaign reaches every clause.

use twinboard::harness::assert_agree;

#[test]
fn engines_and_oracles_agree_and_every_clause_is_reached() {
    for registration in more_games::registrations() {
        let subject = registration.subject();
        let stats = assert_agree(subject, 1, 1_500);
        assert_eq!((stats.cases, stats.skipped), (1_500, 0), "{}", subject.name());
        for (clause, count) in subject.clauses().iter().zip(&stats.clauses) {
            let (game, id, name) = (subject.name(), clause.id, clause.name);
            assert!(*count >= 10, "{game}: {id} ({name}): {count} times");
        }
    }
}
