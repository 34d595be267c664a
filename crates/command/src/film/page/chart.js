
// A step of 1, 2 or 5 times a power of ten that divides `end` into about `count` parts.
function tick(end, count) {
  const rough = Math.max(end, 1e-9) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) || 10);
}

function table(head, rows) {
  return html('table', {},
    html('thead', {}, html('tr', {}, ...head.map((text) => html('th', { scope: 'col' }, text)))),
    html('tbody', {}, ...rows.map((row) => html('tr', {},
      ...row.map((text) => html('td', {}, text))))));
}

function curves({ title, x, y, lines }) {
  const points = lines.flatMap((line) => line.points);
  const [right, top] = [0, 1].map((axis) => Math.max(1e-9, ...points.map((point) => point[axis])));
  // An axis from 0 would hide a small growth.
  const least = Math.min(...points.map((point) => point[1]));
  const isHigh = least > top / 2 && least < top;
  const by = isHigh ? tick(top - least, 3) : tick(top, 4);
  const bottom = isHigh ? by * Math.floor(least / by) : 0;
  const head = html('h3', {}, title);
  const legend = html('p', { class: 'legend' });
  lines.forEach((line, n) => legend.append(html('span', { class: 'pick' },
    svg('svg', { width: 36, height: 12, 'aria-hidden': 'true' },
      svg('path', { class: `curve c${n % 4}`, d: 'M2 6h32' })), line.name)));
  const drawing = svg('svg', { role: 'img', 'aria-label': `${title}: ${y} over ${x}` });
  const rows = lines.flatMap((line) => line.points
    .filter((_, n) => n % Math.ceil(line.points.length / 12) === 0 || n === line.points.length - 1)
    .map((point) => [line.name, number(point[0]), number(point[1])]));
  const figures = html('details', {}, html('summary', {}, 'Figures'), table(['', x, y], rows));
  const node = html('section', { class: 'chart' }, head, lines.length > 1 ? legend : null, drawing, figures);

  let drawn = 0;
  function draw() {
    const [high, left, below] = [220, 56, 40];
    const wide = Math.max(300, Math.min(640, node.clientWidth || 640));
    // Drawing may change the height, of which the observer tells, too.
    if (wide === drawn) return;
    drawn = wide;
    const across = (value) => left + (wide - left - 14) * value / right;
    const up = (value) => high - below - (high - below - 24) * (value - bottom) / (top - bottom);
    drawing.setAttribute('viewBox', `0 0 ${wide} ${high}`);
    drawing.replaceChildren(svg('path', { class: 'axis', d: `M${left} 14V${high - below}H${wide}` }));
    for (let at = 0, gap = tick(right, wide / 90); at <= right * 1.001; at += gap) {
      drawing.append(svg('path', { class: 'axis', d: `M${across(at)} ${high - below}v4` }),
        svg('text', { x: across(at), y: high - below + 17, 'text-anchor': 'middle' }, number(at)));
    }
    for (let at = bottom; at <= top * 1.001; at += by) {
      drawing.append(svg('path', { class: 'axis', d: `M${left} ${up(at)}h-4` }),
        svg('text', { x: left - 7, y: up(at) + 4, 'text-anchor': 'end' }, number(at)));
    }
    drawing.append(svg('text', { x: wide - 4, y: high - 4, 'text-anchor': 'end' }, x),
      svg('text', { x: 4, y: 11 }, y));
    lines.forEach((line, n) => drawing.append(svg('polyline', {
      class: `curve c${n % 4}`, points: line.points.map((p) => `${across(p[0])},${up(p[1])}`).join(' '),
    })));
  }
  new ResizeObserver(draw).observe(node);
  return node;
}

function bars({ title, note, bars: list }) {
  const top = Math.max(1e-9, ...list.map((bar) => bar.value));
  const percent = (value) => `${100 * value / top}%`;
  const rows = list.map((bar) => {
    const drawing = svg('svg', { 'aria-hidden': 'true' },
      svg('rect', { y: '15%', height: '70%', width: percent(bar.value) }));
    return html('tr', {}, html('th', { scope: 'row' }, bar.name), html('td', { class: 'bar' }, drawing),
      html('td', { class: 'figure' }, bar.figure));
  });
  return html('section', { class: 'chart' }, html('h3', {}, title),
    note ? html('p', { class: 'quiet' }, note) : null,
    html('table', { class: 'bars' }, html('tbody', {}, ...rows)));
}
