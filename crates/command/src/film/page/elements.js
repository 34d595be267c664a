'use strict';

// Texts of the page may come from untrusted programs: they only ever become text nodes.
const page = JSON.parse(document.getElementById('data').textContent);
const SVG = 'http://www.w3.org/2000/svg';

function add(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === true) node.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...(children || []).filter((child) => child !== null));
  return node;
}

// Children are elements, or strings for text nodes.
function html(name, attributes, ...children) {
  return add(document.createElement(name), attributes, children);
}

function svg(name, attributes, ...children) {
  return add(document.createElementNS(SVG, name), attributes, children);
}

function button(label, name, action, attributes) {
  const it = html('button', { type: 'button', title: name, 'aria-label': name, ...attributes }, label);
  it.addEventListener('click', action);
  return it;
}

// Signs of buttons, drawn because many fonts lack some of them.
function icon(...paths) {
  return svg('svg', { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true' },
    ...paths.map((d) => svg('path', { d })));
}

function number(value) {
  return value.toLocaleString('en', { maximumSignificantDigits: 4 });
}

// A button that copies a text, and selects `node` where the browser does not permit it.
function copyButton(text, node, name) {
  const it = button('Copy', 'Copy ' + name, async () => {
    try {
      await navigator.clipboard.writeText(text);
      it.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(node);
      it.textContent = 'Selected';
    }
    setTimeout(() => { it.textContent = 'Copy'; }, 2000);
  });
  return it;
}
