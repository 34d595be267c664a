//! The steps of a film in few bytes: each different picture once, with numbers for its cells, and
//! all of it deflated. The browser inflates them with its `DecompressionStream`.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use indexmap::IndexSet;
use serde::Serialize;
use serde_json::{Value, json};
use twinboard_vocabulary::{Glyph, Picture, Shade};

/// The highest level of compression.
const LEVEL: u8 = 9;

#[derive(Default)]
pub(super) struct Pictures {
    glyphs: IndexSet<Glyph>,
    frames: IndexSet<Frame>,
    list: IndexSet<(usize, Option<String>, Rows)>,
}

/// Numbers of the glyphs of each row.
type Rows = Vec<Vec<usize>>;

/// Names of the rows and columns, and the number of cells and the indentation of each row.
#[derive(PartialEq, Eq, Hash, Serialize)]
struct Frame {
    rows: Vec<String>,
    columns: Vec<String>,
    widths: Vec<usize>,
    indents: Vec<usize>,
}

impl Pictures {
    /// The number of a picture, which is added if it is new.
    pub(super) fn number_of(&mut self, picture: &Picture) -> usize {
        let frame = Frame {
            rows: picture.rows.iter().map(|(name, _)| name.clone()).collect(),
            columns: picture.columns.clone(),
            widths: picture.rows.iter().map(|(_, cells)| cells.len()).collect(),
            indents: (0..picture.rows.len()).map(|row| picture.indent(row)).collect(),
        };
        let mut number = |glyph: &Glyph| {
            let known = self.glyphs.get_index_of(glyph);
            known.unwrap_or_else(|| self.glyphs.insert_full(glyph.clone()).0)
        };
        let rows = picture.rows.iter().map(|(_, cells)| cells.iter().map(&mut number).collect());
        let rows = rows.collect();
        let frame = self.frames.insert_full(frame).0;
        self.list.insert_full((frame, picture.caption.clone(), rows)).0
    }

    /// JSON of the glyphs as text and hue, with shade and label if they have a shade, the frames,
    /// the pictures as frame, caption and rows, and the steps; compressed, in base64.
    pub(super) fn packed_with(&self, steps: &impl Serialize) -> String {
        let glyphs: Vec<_> = self.glyphs.iter().map(packed_glyph).collect();
        let json = serde_json::to_vec(&(glyphs, &self.frames, &self.list, steps));
        let json = json.expect("plain data serializes");
        BASE64_STANDARD.encode(miniz_oxide::deflate::compress_to_vec_zlib(&json, LEVEL))
    }
}

fn packed_glyph(glyph: &Glyph) -> Value {
    let Glyph { text, hue, shade } = glyph;
    match shade {
        None => json!([text, hue]),
        Some(shade) => json!([text, hue, *shade == Shade::Light, glyph.label()]),
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD;
    use serde_json::{Value, json};
    use twinboard_vocabulary::Picture;

    use super::Pictures;

    #[test]
    fn equal_pictures_are_stored_once_and_survive_packing() {
        let [first, other] = ["#.\n.#\n", "##\n.#\n"].map(Picture::of_text);
        let mut pictures = Pictures::default();
        let numbers = [&first, &other, &first].map(|picture| pictures.number_of(picture));
        assert_eq!(numbers, [0, 1, 0]);
        let bytes = BASE64_STANDARD.decode(pictures.packed_with(&["a step"])).unwrap();
        let json = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes).unwrap();
        let json: Value = serde_json::from_slice(&json).unwrap();
        let glyphs: Vec<&str> =
            json[0].as_array().unwrap().iter().map(|glyph| glyph[0].as_str().unwrap()).collect();
        assert_eq!((glyphs, json[1].as_array().unwrap().len()), (vec!["#", "."], 1));
        let pictures = [[[0, 1], [1, 0]], [[0, 0], [1, 0]]].map(|rows| json!([0, null, rows]));
        assert_eq!((&json[2], &json[3]), (&json!(pictures), &json!(["a step"])));
    }

    #[test]
    fn shades_and_indentation_are_packed() {
        let mut pictures = Pictures::default();
        let picture = Picture::of_text("Kk1/3/3 w");
        pictures.number_of(&picture);
        let first = pictures.list.len();
        pictures.number_of(&Picture { indents: vec![0, 1], ..picture });
        assert_eq!((first, pictures.list.len()), (1, 2), "indented rows make another picture");
        let bytes = BASE64_STANDARD.decode(pictures.packed_with(&["a step"])).unwrap();
        let json = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes).unwrap();
        let json: Value = serde_json::from_slice(&json).unwrap();
        let glyphs = json!([["K", null, true, "K"], ["k", null, false, "k"], [".", null]]);
        assert_eq!((&json[0], &json[1][1]["indents"]), (&glyphs, &json!([0, 1, 0])));
    }
}
