
// Side of a cell in pixels at most, and that below which boards rather scroll than shrink.
const CELL_MAX = 56;
const CELL_MIN = 18;
// Side of a cell below which boards scroll sideways, too.
const CELL_LEAST = 10;
// Pixels between boards, for the label of a board, and for all that is above and below the boards.
const GAP = 24;
const LABEL = 32;
const AROUND = 310;

// The films of a part: one is shown at a time, step by step. `first` is the number of the first of
// them among all films of the page.
class Player {
  constructor(films, first) {
    Object.assign(this, { films, first });
    this.views = [];
    this.before = true;
    this.timer = null;
    const go = (action) => () => { Player.active = this; this.stop(); action(); this.note(); };
    this.list = html('select', { 'aria-label': 'Game' },
      ...films.map((film, n) => html('option', { value: n }, film.title)));
    this.list.addEventListener('change', () => this.choose(Number(this.list.value)));
    this.about = html('p');
    this.players = html('p', { class: 'pick' });
    this.title = html('strong');
    this.count = html('span', { class: 'quiet' });
    this.text = html('p', { class: 'lines' });
    this.more = html('p', { class: 'lines' });
    this.report = html('pre', { tabindex: 0, 'aria-label': 'Report of the step' });
    this.mover = html('span');
    this.status = html('div', { role: 'status', 'aria-live': 'polite' },
      html('p', { class: 'step' }, this.mover, this.title, this.count), this.text);
    this.boards = html('div', { class: 'boards' });
    this.legend = html('p', { class: 'legend quiet' });
    this.lines = html('pre', { tabindex: 0, 'aria-label': 'Step as text' });
    this.asText = html('details', {}, html('summary', {}, 'Step as text'), this.lines);
    this.asText.addEventListener('toggle', () => this.showText());
    this.extras = html('div', { class: 'extras' });
    this.begin = button(icon('M4 4h2v12h-2z', 'M16 4v12l-9 -6z'), 'First step (Home)', go(() => this.show(0)));
    this.prev = button(icon('M14 4v12l-9 -6z'), 'Step back (left arrow)', go(() => this.show(this.at - 1)));
    this.playing = button('', '', () => { Player.active = this; this.toggle(); }, { class: 'main' });
    this.next = button(icon('M6 4v12l9 -6z'), 'Step forward (right arrow)', go(() => this.show(this.at + 1)));
    this.last = button(icon('M14 4h2v12h-2z', 'M4 4v12l9 -6z'), 'Last step (End)', go(() => this.show(Infinity)));
    this.jump = button('', '', go(() => this.jumpTo()));
    this.speed = html('select', { 'aria-label': 'Speed', class: 'wide' },
      ...[['Slow', 1600], ['Normal', 700], ['Fast', 250], ['Very fast', 80]].map(([name, time]) =>
        html('option', { value: time, selected: name === 'Normal' }, name)));
    this.speed.addEventListener('change', () => { if (this.timer) { this.stop(); this.play(); } });
    this.slider = html('input', { type: 'range', min: 0, 'aria-label': 'Step' });
    this.slider.addEventListener('input', go(() => this.show(Number(this.slider.value))));
    this.toggleBefore = button(page.before, 'Show the board before the step (b)', () => {
      this.before = !this.before;
      this.show(this.at);
    });
    this.node = html('section', { class: 'film' },
      html('div', { class: 'inside' },
        films.length > 1 ? html('div', { class: 'pick' }, `${films.length} games`, this.list) : null,
        this.players, this.status, this.boards, this.legend, this.more, this.report),
      html('div', { class: 'controls', role: 'group', 'aria-label': 'Steps' }, this.begin, this.prev,
        this.playing, this.next, this.last, this.jump, this.toggleBefore, this.speed, this.slider),
      html('div', { class: 'inside' }, this.about, this.asText, this.extras));
    new ResizeObserver(() => this.fit()).observe(this.boards);
  }

  // Shows a film at a step; without one where it diverges, or at its beginning.
  async open(number, step) {
    this.stop();
    const film = this.films[number];
    Object.assign(this, { number });
    if (!film.drawn) await unpack(film);
    // The reader may have chosen another one meanwhile.
    if (this.number !== number) return;
    this.film = film;
    this.list.value = number;
    const { steps, jump } = film;
    this.players.replaceChildren(...film.players.map(([name, colour], seat) => html('span', { class: 'pick' },
      swatch(colour), seat === 0 ? name + ' moves first' : name)));
    this.node.setAttribute('aria-label', 'Film: ' + this.film.title);
    this.about.textContent = this.film.about;
    this.slider.max = Math.max(0, steps.length - 1);
    this.jump.hidden = !jump;
    if (jump) label(this.jump, icon('M4 2h2v16h-2z', 'M7 3h10l-3 4 3 4h-10z'), jump[1], `Jump to the ${jump[1].toLowerCase()} (d)`);
    this.toggleBefore.hidden = !steps.some((it) => it.boards.some(isBefore));
    this.extras.replaceChildren(...copies(film));
    this.show(step ?? (jump ? jump[0] : 0));
  }

  // Opens a film that the reader has chosen.
  async choose(number) {
    Player.active = this;
    await this.open(number);
    this.note();
    this.node.scrollIntoView({ block: 'nearest' });
  }

  // Boards of a step that are wanted.
  wanted({ boards }) {
    return boards.filter((board) => this.before || !isBefore(board));
  }

  // Gives all boards of the film the largest cells with which a step fits into the window, or, if
  // these are too small to read, into its width. The boards stand in as many columns as that
  // permits.
  fit() {
    const width = this.boards.clientWidth;
    if (!this.film || width === 0) return;
    const count = Math.max(1, ...this.film.steps.map((step) => this.wanted(step).length));
    const sizes = this.film.frames.map(measure);
    const [wide, high] = ['wide', 'high'].map((side) => Math.max(1, ...sizes.map((it) => it[side])));
    const height = Math.max(innerHeight - AROUND, 200);
    const scales = Array.from({ length: count }, (_, n) => {
      const rows = Math.ceil(count / (n + 1));
      const byHeight = (height - rows * LABEL) / rows / high;
      return Math.min(CELL_MAX / SIDE, (width - GAP * n) / (n + 1) / wide, Math.max(byHeight, CELL_MIN / SIDE));
    });
    const columns = scales.findLastIndex((scale) => scale >= 0.75 * Math.max(...scales)) + 1;
    const scale = Math.max(scales[columns - 1], CELL_LEAST / SIDE);
    for (const view of this.views) view.scale(scale);
    // The board before the step has a row of its own rather than one of the two that are compared.
    this.boards.classList.toggle('paired', columns === 2 && count === 3);
  }

  show(number) {
    const { steps, drawn } = this.film;
    this.at = Math.min(Math.max(0, number), Math.max(0, steps.length - 1));
    const step = steps[this.at];
    if (!step) return;
    const mover = this.film.players[step.mover];
    this.mover.replaceChildren(...(mover ? [swatch(mover[1]), mover[0]] : []));
    this.mover.hidden = !mover;
    this.boards.className = mover ? `boards by p${mover[1] % 4}` : 'boards';
    this.title.textContent = step.title;
    this.count.textContent = `${this.at + 1} of ${steps.length}`;
    // The first sentence, with its indented lines, stands above the boards and the others below.
    const lines = step.text.split('\n');
    const end = lines.findIndex((line, n) => n > 0 && !line.startsWith(' '));
    const above = end < 0 ? lines.length : end;
    this.text.textContent = lines.slice(0, above).join('\n');
    this.more.textContent = lines.slice(above).join('\n');
    this.report.textContent = step.report || '';
    this.report.hidden = !step.report;
    this.slider.value = this.at;
    this.slider.setAttribute('aria-valuetext', step.title);
    this.begin.disabled = this.prev.disabled = this.at === 0;
    this.next.disabled = this.last.disabled = this.at === steps.length - 1;
    this.toggleBefore.setAttribute('aria-pressed', this.before);
    const boards = this.wanted(step);
    while (this.views.length < boards.length) this.views.push(new BoardView());
    boards.forEach((board, n) => this.views[n].show(board, drawn[board[1]]));
    const nodes = this.views.slice(0, boards.length).map((view) => view.node);
    if (nodes.length !== this.boards.children.length) this.boards.replaceChildren(...nodes);
    const has = (at) => boards.some((board) => board[at].length > 0);
    const shapes = boards.flatMap((board) => board[3]);
    const kinds = [['cells', 'dashed outline'], ['line', 'line'], ['arrow', 'arrow']]
      .filter(([kind]) => shapes.some((it) => it[kind])).map(([, name]) => name);
    const starred = [has(2) ? 'cell' : '', has(4) ? 'word' : ''].filter(Boolean).join(' or ');
    const legend = [
      kinds.length > 0 ? kinds.join(', ') + ': the move' : '',
      starred ? `star: ${starred} in which ${step.mark}` : '',
    ].filter(Boolean).join(' · ');
    this.legend.textContent = legend.charAt(0).toUpperCase() + legend.slice(1);
    this.fit();
    this.showText();
  }

  // Puts the step into the address, for links to it.
  note() {
    const game = page.parts.flatMap((part) => part.films).length > 1 ? `game=${this.first + this.number + 1}&` : '';
    try {
      history.replaceState(null, '', `#${game}step=${this.at}`);
    } catch { /* Some browsers refuse it for files. */ }
  }

  showText() {
    if (!this.asText.open) return;
    const { steps, drawn } = this.film;
    this.lines.textContent = steps[this.at].asText || steps[this.at].boards
      .map((board) => asText(board, drawn[board[1]])).join('\n\n');
  }

  jumpTo() {
    if (this.film.jump) this.show(this.film.jump[0]);
  }

  toggle() {
    if (this.timer) this.stop(); else this.play();
  }

  play() {
    if (this.at === this.film.steps.length - 1) this.show(0);
    // Steps that are played would flood a screen reader.
    this.status.setAttribute('aria-live', 'off');
    label(this.playing, icon('M5 4h4v12h-4z', 'M11 4h4v12h-4z'), 'Pause', 'Pause (space)');
    this.timer = setInterval(() => {
      this.show(this.at + 1);
      if (this.at === this.film.steps.length - 1) this.stop();
    }, Number(this.speed.value));
  }

  stop() {
    if (this.timer) this.note();
    clearInterval(this.timer);
    this.timer = null;
    this.status.setAttribute('aria-live', 'polite');
    label(this.playing, icon('M6 4v12l9 -6z'), 'Play', 'Play (space)');
  }
}

function isBefore([name]) {
  return name.startsWith(page.before);
}

function swatch(colour) {
  return svg('svg', { class: 'icon swatch p' + (colour % 4), viewBox: '0 0 20 20', 'aria-hidden': 'true' },
    svg('rect', { x: 2, y: 2, width: 16, height: 16, rx: 3 }));
}

function label(node, sign, text, name) {
  node.replaceChildren(sign, html('span', { class: 'wide' }, text));
  add(node, { title: name, 'aria-label': name });
}

// The case and the commands of a film, with buttons that copy them.
function copies({ case: text, commands }) {
  const nodes = [];
  if (text) {
    const lines = html('pre', { tabindex: 0, 'aria-label': 'The case' }, text);
    nodes.push(html('details', { open: text.length < 600 }, html('summary', {}, 'The case'),
      copyButton(text, lines, 'the case'), lines));
  }
  if (commands.length > 0) {
    nodes.push(html('div', {}, html('h3', {}, 'Next commands'), ...commands.map(([purpose, command]) => {
      const code = html('code', { class: 'mono' }, command);
      return html('div', { class: 'command' }, html('span', {}, purpose), code,
        copyButton(command, code, 'the command: ' + purpose));
    })));
  }
  return nodes;
}

function key(event) {
  const player = Player.active;
  const inField = event.target.closest('button, select, summary, input, pre, a');
  if (!player || event.ctrlKey || event.altKey || event.metaKey) return;
  const moves = {
    ArrowLeft: () => player.show(player.at - 1),
    ArrowRight: () => player.show(player.at + 1),
    Home: () => player.show(0),
    End: () => player.show(Infinity),
    ' ': () => player.toggle(),
    d: () => player.jumpTo(),
    b: () => player.toggleBefore.click(),
  };
  const isLetter = event.key === 'd' || event.key === 'b';
  const isOwn = inField && !(inField.matches('button') && event.key !== ' ');
  if (!moves[event.key] || (isOwn && !isLetter) || (inField && inField.matches('select'))) return;
  event.preventDefault();
  if (event.key !== ' ') player.stop();
  moves[event.key]();
  if (event.key !== ' ') player.note();
}

document.addEventListener('keydown', key);
