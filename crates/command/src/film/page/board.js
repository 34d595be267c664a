
// The steps of a film as JSON: see packing.rs.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).text();
}

// Reads the steps of a film, and its pictures, each with its rows of cells as numbers of glyphs.
async function unpack(film) {
  const [glyphs, frames, pictures, steps] = JSON.parse(await unpacked(film.packed));
  steps.forEach(([boards, asText], n) => Object.assign(film.steps[n], { boards, asText }));
  const drawn = pictures.map(([frame, caption, rows]) => ({ frame: frames[frame], caption, rows, glyphs }));
  Object.assign(film, { frames, drawn });
}

const SIDE = 20;
const TRIM = 8;

// Number of rows and columns of a board, and the sides of its drawing with the names of its rows
// and columns, where a cell has the side 20.
function measure(frame) {
  const ends = frame.widths.map((end, r) => end + frame.indents[r] / 2);
  const size = [Math.max(1, frame.rows.length), Math.max(1, frame.columns.length, ...ends)];
  const left = 12 + 6 * Math.max(0, ...frame.rows.map((row) => row.length));
  // Room for lines in the ring around the board.
  const wide = left + SIDE * size[1] + 10;
  return { size, left, wide, high: SIDE * size[0] + (frame.columns.length > 0 ? 24 : 8) + 10 };
}

// A drawn board. Cells that stay as they are from step to step are not touched.
class BoardView {
  constructor() {
    this.caption = html('figcaption');
    this.content = svg('desc');
    this.drawing = svg('svg', { role: 'img' });
    this.note = html('p', { class: 'quiet' });
    this.node = html('figure', {}, this.caption, this.drawing, this.note);
  }

  show([name, , marks, shapes, words], picture) {
    if (this.frame !== picture.frame) this.build(picture.frame);
    this.caption.textContent = name;
    this.note.replaceChildren(...wordsOf(picture.caption, words).map((part) => (
      part.differs ? html('strong', { class: 'word' }, '*' + part.text) : part.text)));
    this.drawing.setAttribute('aria-label', describe(name, picture, marks, words));
    this.content.textContent = asText([name, 0, marks, shapes, words], picture);
    picture.rows.forEach((row, r) => row.forEach((glyph, c) => this.draw(r, c, picture.glyphs, glyph)));
    this.over.replaceChildren(...shapes.flatMap((it) => shape(it, this.size, picture.frame.indents)),
      ...pairs(marks).map((at) => mark(at, picture.frame.indents)));
  }

  build(frame) {
    this.frame = frame;
    const { size, left, wide, high } = measure(frame);
    const [height] = size;
    Object.assign(this, { size, left, wide, high });
    this.drawing.setAttribute('viewBox', `0 -10 ${wide} ${high}`);
    const below = this.below = svg('g');
    const names = svg('g', { 'aria-hidden': 'true' }, below);
    const step = Math.ceil(Math.max(0, ...frame.columns.map((column) => column.length)) / 3);
    frame.rows.forEach((row, r) => names.append(
      svg('text', { class: 'name', x: (this.left - 10) / 2, y: SIDE * r + 13 }, row)));
    frame.columns.forEach((column, c) => {
      if (c % Math.max(1, step) === 0) below.append(
        svg('text', { class: 'name', x: this.left + SIDE * c + 10 }, column));
    });
    this.cells = frame.widths.map((end, r) => Array.from({ length: end }, (_, c) => {
      const fill = svg('rect', { class: 'cell', width: SIDE, height: SIDE });
      const corner = svg('path', { class: 'corner', d: '' });
      const text = svg('text', { class: 'cell-text', x: 10, y: 14 });
      const move = `translate(${this.left + across(r, c, frame.indents)} ${SIDE * r})`;
      return { fill, corner, text, node: svg('g', { transform: move }, fill, corner, text) };
    }));
    this.over = svg('g', { transform: `translate(${this.left} 0)` });
    this.drawing.replaceChildren(this.content, names, ...this.cells.flat().map((cell) => cell.node), this.over);
  }

  // Draws with `scale` pixels for a unit of the drawing. Names do not grow with the cells.
  scale(scale) {
    add(this.drawing, { width: Math.floor(this.wide * scale), height: Math.floor(this.high * scale) });
    const name = Math.min(9, 14 / scale);
    this.drawing.style.setProperty('--name', `${name}px`);
    this.below.setAttribute('transform', `translate(0 ${SIDE * this.size[0] + 8 + name})`);
  }

  draw(row, column, glyphs, number) {
    const cell = this.cells[row][column];
    if (cell.number === number && cell.glyphs === glyphs) return;
    Object.assign(cell, { number, glyphs });
    const [text, hue, isLight] = glyphs[number];
    const hasDisc = isLight !== undefined;
    const [fill, ink] = hue === null ? [null, null] : page.colours[hue % page.colours.length];
    const corner = hue === null ? 0 : Math.floor(hue / page.colours.length) % page.corners.length;
    add(cell.fill, { class: fill ? 'cell' : 'cell empty', fill: fill || 'none' });
    add(cell.corner, { d: page.corners[corner], fill: ink || 'none' });
    const length = [...text].length;
    add(cell.text, {
      class: ink || hasDisc ? 'cell-text' : 'cell-text dot', 'font-size': [11, 11, 10, 9, 7][length] || 5,
    });
    if (hasDisc && !cell.disc) {
      cell.disc = svg('circle', { cx: 10, cy: 10 });
      cell.text.before(cell.disc);
    }
    if (cell.disc) add(cell.disc, { r: hasDisc ? 8.5 : 0, class: isLight ? 'disc light' : 'disc dark' });
    const letter = hasDisc ? (isLight ? '#000' : '#fff') : ink;
    if (letter) cell.text.setAttribute('fill', letter); else cell.text.removeAttribute('fill');
    cell.text.textContent = text;
  }
}

function pairs(list) {
  return Array.from({ length: list.length / 2 }, (_, at) => [list[2 * at], list[2 * at + 1]]);
}

// The parts of a caption: its words, each marked or not, and the blanks between them.
function wordsOf(caption, words) {
  let number = -1;
  return (caption || '').split(/(\s+)/).filter(Boolean).map((text) => {
    const isWord = /\S/.test(text);
    if (isWord) number += 1;
    return { text, differs: isWord && words.includes(number) };
  });
}

// Distance of a cell from the left: rows may be indented by halves of a cell.
function across(row, column, indents) {
  return SIDE * column + (SIDE / 2) * (indents[row] || 0);
}

function outline(row, column, inset, kind, indents) {
  const at = { x: across(row, column, indents) + inset, y: SIDE * row + inset, rx: 2 };
  const size = { width: SIDE - 2 * inset, height: SIDE - 2 * inset };
  return [
    svg('rect', { ...at, ...size, class: 'halo ' + kind, 'stroke-width': 2.8 }),
    svg('rect', { ...at, ...size, class: 'stroke ' + kind, 'stroke-width': 1.6 }),
  ];
}

function mark([row, column], indents) {
  const move = `translate(${across(row, column, indents) + 16} ${SIDE * row + 4}) scale(0.8)`;
  const star = { class: 'star', d: page.star, transform: move };
  return svg('g', { class: 'differs' }, ...outline(row, column, 1, 'mark', indents), svg('path', star));
}

function shape({ cells, line, arrow }, [height, width], indents) {
  if (cells) return pairs(cells).flatMap(([row, column]) => outline(row, column, 1, 'cells', indents));
  const points = pairs(line || arrow).map(([row, column]) => [
    place(column, width) + (SIDE / 2) * (indents[row] || 0), place(row, height)]);
  if (arrow) return arrowAlong(points);
  // The texts of the cells at both ends stay readable.
  for (const ends of [[0, 1], [-1, -2]]) {
    const [end, next] = ends.map((at) => points.at(at));
    if (points.length > 1) [0, 1].forEach((axis) => { end[axis] += TRIM * Math.sign(next[axis] - end[axis]); });
  }
  const join = { points: points.join(' '), 'stroke-linejoin': 'round' };
  return [
    svg('polyline', { ...join, class: 'halo', 'stroke-width': 6 }),
    svg('polyline', { ...join, class: 'stroke', 'stroke-width': 3 }),
  ];

  // The ring around the board is drawn narrower than a cell.
  function place(at, end) {
    if (at < 0) return -6;
    return at < end ? SIDE * at + 10 : SIDE * end + 6;
  }
}

// A line with a head, from near the centre of its first cell to near that of the last one.
function arrowAlong(points) {
  const [last, next] = [points.at(-1), points.at(-2)];
  if (!next) return [];
  const towards = ([x, y], [toX, toY], by) => {
    const length = Math.hypot(toX - x, toY - y) || 1;
    return [x + ((toX - x) / length) * by, y + ((toY - y) / length) * by];
  };
  const tip = towards(last, next, 4);
  // A short arrow has a line, too.
  const neck = towards(tip, next, Math.min(7, Math.hypot(last[0] - next[0], last[1] - next[1]) / 4));
  const [across, along] = [(neck[1] - tip[1]) * 0.7, (tip[0] - neck[0]) * 0.7];
  const head = [tip, [neck[0] + across, neck[1] + along], [neck[0] - across, neck[1] - along]];
  const line = [towards(points[0], points[1], TRIM), ...points.slice(1, -1), neck].join(' ');
  const both = (kind, wide, rim) => [
    svg('polyline', { points: line, class: kind, 'stroke-width': wide, 'stroke-linejoin': 'round' }),
    svg('polygon', { points: head.join(' '), class: kind + ' head', 'stroke-width': rim, 'stroke-linejoin': 'round' }),
  ];
  return [...both('halo', 6, 4), ...both('stroke', 3, 1)];
}

const counted = (list, noun) => `${list.length} ${noun}${list.length === 1 ? '' : 's'}`;

// A board in words, for screen readers; the board as text follows below the drawings.
function describe(name, { frame, caption }, marks, words) {
  const size = `${counted(frame.rows, 'row')}, ${counted(frame.columns, 'column')}`;
  const differ = marks.length > 0
    ? `; ${marks.length / 2} marked: ` + pairs(marks).slice(0, 10)
      .map(([r, c]) => `row ${frame.rows[r]} column ${frame.columns[c]}`).join(', ') : '';
  const texts = wordsOf(caption, words).filter((part) => part.differs).map((part) => part.text);
  const marked = texts.length > 0 ? `; marked in the caption: ${texts.join(' ')}` : '';
  return `${name}: ${size}${differ}${caption ? '; ' + caption : ''}${marked}`;
}

// A board as lines of text, with a star before each marked cell and word.
function asText([name, , marks, , words], { frame, caption, rows, glyphs }) {
  const texts = rows.map((row) => row.map((glyph) => glyphs[glyph][3] || glyphs[glyph][0]));
  const widest = Math.max(1, ...texts.flat().map((text) => [...text].length));
  // An odd number of characters and a blank can be halved.
  const cell = frame.indents.some(Boolean) && widest % 2 === 0 ? widest + 1 : widest;
  const label = Math.max(0, ...frame.rows.map((row) => row.length));
  const stars = new Set(pairs(marks).map(([r, c]) => `${r} ${c}`));
  const lines = texts.map((row, r) => frame.rows[r].padStart(label) + ' |'
    + ' '.repeat((frame.indents[r] * (cell + 1)) / 2) + row.map((text, c) => (stars.has(`${r} ${c}`) ? '*' : ' ') + text.padStart(cell)).join(''));
  const note = wordsOf(caption, words).map((part) => (part.differs ? '*' : '') + part.text).join('');
  return [name, ...lines, ...(caption ? [note] : [])].join('\n');
}
