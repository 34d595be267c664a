//! The solver is right about the games of the corpus.

use std::time::Duration;

use twinboard_harness::triage;
use twinboard_vocabulary::Vocabulary;
use twinboard_vocabulary::paint::Paint;

#[test]
fn no_case_of_the_corpus_shows_a_wrong_answer() {
    let subject = twinboard_paint_player::subject();
    let mut count = 0;
    for file in twinboard_games::corpus(Paint::NAME) {
        for case in subject.split(file.text).expect("the corpus can be read") {
            let found = triage::check(&subject, &case, Duration::from_secs(30));
            assert!(found.is_none(), "{}: {found:?}", file.path);
            count += 1;
        }
    }
    assert!(count > 50, "{count} cases");
}
