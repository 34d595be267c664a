
// The films of a part: one is shown at a time, step by step.
class Player {
  constructor(films) {
    this.films = films;
    this.views = [];
    this.before = true;
    this.timer = null;
    const go = (action) => () => { Player.active = this; this.stop(); action(); };
    this.list = html('select', { 'aria-label': 'Game' },
      ...films.map((film, n) => html('option', { value: n }, film.title)));
    this.list.addEventListener('change', () => this.open(Number(this.list.value)));
    this.about = html('p');
    this.title = html('strong');
    this.count = html('span', { class: 'quiet' });
    this.text = html('p');
    this.report = html('pre', { tabindex: 0, 'aria-label': 'Report of the step' });
    this.status = html('div', { role: 'status', 'aria-live': 'polite' },
      html('p', { class: 'step' }, this.title, this.count), this.text);
    this.boards = html('div', { class: 'boards' });
    this.legend = html('p', { class: 'legend quiet' });
    this.lines = html('pre', { tabindex: 0, 'aria-label': 'Boards as text' });
    this.asText = html('details', {}, html('summary', {}, 'Boards as text'), this.lines);
    this.asText.addEventListener('toggle', () => this.showText());
    this.extras = html('div');
    this.first = button(icon('M4 4h2v12h-2z', 'M16 4v12l-9 -6z'), 'First step (Home)', go(() => this.show(0)));
    this.prev = button(icon('M14 4v12l-9 -6z'), 'Step back (left arrow)', go(() => this.show(this.at - 1)));
    this.playing = button('', '', () => { Player.active = this; this.toggle(); }, { class: 'main' });
    this.next = button(icon('M6 4v12l9 -6z'), 'Step forward (right arrow)', go(() => this.show(this.at + 1)));
    this.last = button(icon('M14 4h2v12h-2z', 'M4 4v12l9 -6z'), 'Last step (End)', go(() => this.show(Infinity)));
    this.jump = button('', '', go(() => this.jumpTo()));
    this.speed = html('select', { 'aria-label': 'Speed', class: 'wide' },
      ...[['slow', 1600], ['normal', 700], ['fast', 250], ['very fast', 80]].map(([name, time]) =>
        html('option', { value: time, selected: name === 'normal' }, name)));
    this.speed.addEventListener('change', () => { if (this.timer) { this.stop(); this.play(); } });
    this.slider = html('input', { type: 'range', min: 0, 'aria-label': 'Step' });
    this.slider.addEventListener('input', go(() => this.show(Number(this.slider.value))));
    this.toggleBefore = button('Before', 'Show the board before the step (b)', () => {
      this.before = !this.before;
      this.show(this.at);
    });
    this.node = html('section', { class: 'film' },
      html('div', { class: 'inside' },
        films.length > 1 ? html('div', { class: 'pick' }, `${films.length} games`, this.list) : null,
        this.about, this.status, this.boards, this.legend, this.report, this.asText, this.extras),
      html('div', { class: 'controls', role: 'group', 'aria-label': 'Steps' }, this.first, this.prev,
        this.playing, this.next, this.last, this.jump, this.toggleBefore, this.speed, this.slider));
    this.open(0);
  }

  open(number) {
    this.stop();
    this.film = this.films[number];
    this.film.drawn ||= picturesOf(this.film.pictures);
    const { steps, jump } = this.film;
    this.node.setAttribute('aria-label', 'Film: ' + this.film.title);
    this.about.textContent = this.film.about;
    this.slider.max = Math.max(0, steps.length - 1);
    this.jump.hidden = !jump;
    if (jump) label(this.jump, icon('M4 2h2v16h-2z', 'M7 3h10l-3 4 3 4h-10z'), jump[1], `Jump to the ${jump[1]} (d)`);
    const named = steps.some((step) => step.boards.some((board) => board[0].startsWith('before')));
    this.toggleBefore.hidden = !named;
    this.extras.replaceChildren(...copies(this.film));
    this.show(jump ? jump[0] : 0);
  }

  show(number) {
    const { steps, drawn } = this.film;
    this.at = Math.min(Math.max(0, number), Math.max(0, steps.length - 1));
    const step = steps[this.at];
    if (!step) return;
    this.title.textContent = step.title;
    this.count.textContent = `${this.at + 1} of ${steps.length}`;
    this.text.textContent = step.report ? '' : step.text;
    this.report.textContent = step.report ? step.text : '';
    this.report.hidden = !step.report;
    this.slider.value = this.at;
    this.slider.setAttribute('aria-valuetext', step.title);
    this.first.disabled = this.prev.disabled = this.at === 0;
    this.next.disabled = this.last.disabled = this.at === steps.length - 1;
    this.toggleBefore.setAttribute('aria-pressed', this.before);
    const boards = step.boards.filter((board) => this.before || !board[0].startsWith('before'));
    while (this.views.length < boards.length) this.views.push(new BoardView());
    boards.forEach((board, n) => this.views[n].show(board, drawn[board[1]]));
    const nodes = this.views.slice(0, boards.length).map((view) => view.node);
    if (nodes.length !== this.boards.children.length) this.boards.replaceChildren(...nodes);
    const has = (at) => boards.some((board) => board[at].length > 0);
    const starred = [has(2) ? 'cell' : '', has(4) ? 'word' : ''].filter(Boolean).join(' or ');
    this.legend.textContent = [
      has(3) ? 'dashed outline, line or arrow: the move' : '',
      starred ? 'star: marked ' + starred : '',
    ].filter(Boolean).join(' · ');
    this.showText();
  }

  showText() {
    if (!this.asText.open) return;
    const { steps, drawn } = this.film;
    this.lines.textContent = steps[this.at].boards
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
    clearInterval(this.timer);
    this.timer = null;
    this.status.setAttribute('aria-live', 'polite');
    label(this.playing, icon('M6 4v12l9 -6z'), 'Play', 'Play (space)');
  }
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
    nodes.push(html('h3', {}, 'Next commands'), ...commands.map(([purpose, command]) => {
      const code = html('code', { class: 'mono' }, command);
      return html('div', { class: 'command' }, html('span', {}, purpose), code,
        copyButton(command, code, 'the command: ' + purpose));
    }));
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
}

async function start() {
  const main = document.getElementById('page');
  const nodes = [html('h1', {}, page.title)];
  for (const part of page.parts) {
    if (part.title) nodes.push(html('h2', {}, part.title));
    if (part.charts.length > 0) {
      nodes.push(html('div', { class: 'charts' },
        ...part.charts.map((chart) => (chart.kind === 'lines' ? curves(chart) : bars(chart)))));
    }
    if (part.films.length > 0 && !globalThis.DecompressionStream) {
      nodes.push(html('p', { role: 'alert' },
        'This browser is too old to show the boards: it has no DecompressionStream.'));
    } else if (part.films.length > 0) {
      for (const film of part.films) film.pictures = await unpacked(film.pictures);
      const player = new Player(part.films);
      Player.active ||= player;
      player.node.addEventListener('focusin', () => { Player.active = player; });
      nodes.push(player.node);
    }
    if (part.text) {
      nodes.push(html('details', { open: part.films.length === 0 },
        html('summary', {}, 'The report as text'), html('pre', { tabindex: 0 }, part.text)));
    }
  }
  if (Player.active) {
    nodes.push(html('p', { class: 'quiet' },
      'Keys: arrows step, space plays, Home and End go to the ends, d jumps, b hides the board before.'));
  }
  main.replaceChildren(...nodes);
}

document.addEventListener('keydown', key);
start();
