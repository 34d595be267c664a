//! The answers to the corpus, as they were reviewed.

#[test]
fn answers_to_the_corpus() {
    kit::assert_corpus_snapshots!(lights_out::registration());
}
