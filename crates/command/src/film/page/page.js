// The films' players of the page, in their order.
const players = [];

// A section of the page.
function section(part, number, first) {
  const { title, text, films } = part;
  const canUnpack = Boolean(globalThis.DecompressionStream);
  const nodes = [];
  let player = null;
  if (films.length > 0 && !canUnpack) {
    nodes.push(html('p', { role: 'alert' },
      'This browser is too old to show the boards: it has no DecompressionStream.'));
  } else if (films.length > 0) {
    player = new Player(films, first);
    players.push(player);
    player.node.addEventListener('focusin', () => { Player.active = player; });
  }
  if (player) nodes.push(player.node);
  if (text) {
    nodes.push(html('details', { open: nodes.length === 0 },
      html('summary', {}, 'The report as text'), html('pre', { tabindex: 0 }, text)));
  }
  const attributes = { id: `part-${number}` };
  if (page.summary) {
    const open = films.length > 0 || page.parts.length === 1;
    return html('details', { ...attributes, open }, html('summary', {}, html('h2', {}, title)), ...nodes);
  }
  return html('section', attributes, title ? html('h2', {}, title) : null, ...nodes);
}

// Opens what the address names: a part, or a step of a game.
async function follow() {
  const part = document.getElementById(location.hash.slice(1));
  if (part && part.matches('details')) {
    part.open = true;
    part.scrollIntoView();
    return;
  }
  const values = new URLSearchParams(location.hash.slice(1));
  const [game, step] = ['game', 'step'].map((name) => (
    /^\d+$/.test(values.get(name)) ? Number(values.get(name)) : undefined));
  const number = game === undefined ? 0 : game - 1;
  const player = players.find((it) => it.first <= number && number < it.first + it.films.length);
  if (player && (game !== undefined || step !== undefined)) await player.open(number - player.first, step);
}

async function start() {
  const main = document.getElementById('page');
  let first = 0;
  const parts = page.parts.map((part, n) => {
    const node = section(part, n + 1, first);
    first += part.films.length;
    return node;
  });
  const nodes = [html('h1', {}, page.title)];
  if (page.summary) {
    const link = (n, name) => (page.parts[n] ? html('a', { href: '#' + `part-${n + 1}` }, name) : null);
    nodes.push(html('nav', { 'aria-label': 'Contents' }, textTable(page.summary, link)));
  }
  nodes.push(...parts);
  if (players.length > 0) {
    [Player.active] = players;
    nodes.push(html('p', { class: 'quiet' },
      'Keys: arrows step, space plays, Home and End go to the ends, d jumps, b hides the board before.'));
  }
  for (const player of players) await player.open(0);
  main.replaceChildren(...nodes);
  // Before anything is painted, and before the observers notice.
  players.forEach((player) => player.fit());
  await follow();
}

addEventListener('hashchange', follow);
addEventListener('resize', () => players.forEach((player) => player.fit()));
start();
