//! The answers to the corpus equal the reviewed snapshots.

#[test]
fn answers_to_the_corpus() {
    twinboard::assert_corpus_snapshots!(lights_out::registration());
}
