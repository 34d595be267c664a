// A table of texts, whose first row has the names of the columns. `open` gives, for a row and its first
// text, the node that opens what belongs to the row, or null.
function textTable([names, ...all], open = () => null) {
  // Columns without a text, such as that of faults where there are none.
  const isFull = (_, column) => all.some((texts) => texts[column]);
  const [head, ...rows] = [names, ...all].map((texts) => texts.filter(isFull));
  const row = (texts, n) => html('tr', {}, ...texts.map((text, column) => (column === 0
    ? html('th', { scope: 'row' }, open(n, text) || text) : html('td', {}, text))));
  return html('section', { class: 'table' },
    html('div', { class: 'rows', tabindex: rows.length > 8 ? 0 : null, role: 'group', 'aria-label': 'Summary' },
      html('table', {},
        html('thead', {}, html('tr', {}, ...head.map((text) => html('th', { scope: 'col' }, text)))),
        html('tbody', {}, ...rows.map(row)))));
}
