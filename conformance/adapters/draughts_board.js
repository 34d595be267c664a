// Boards of draughts as text, for the adapters of JavaScript libraries: square numbers from 1 and
// pieces `w`, `W`, `b`, `B`.
'use strict'

// The pieces of a set-up, by the number of their square, the size, and the side to move.
function read(setup) {
  const lines = setup.trim().split('\n')
  const side = lines.pop()
  const size = lines.length
  const pieces = new Map()
  lines.forEach((line, row) => [...line].forEach((piece, column) => {
    if (piece !== '.') pieces.set(row * size / 2 + Math.floor(column / 2) + 1, piece)
  }))
  return { pieces, size, side: side[0] }
}

function print(size, side, at) {
  const lines = []
  for (let row = 0; row < size; row++) {
    let line = ''
    for (let column = 0; column < size; column++) {
      const isSquare = (row + column) % 2 === 1
      line += isSquare ? at(row * size / 2 + Math.floor(column / 2) + 1) : '.'
    }
    lines.push(line)
  }
  return [...lines, side === 'w' ? 'white to move' : 'black to move'].join('\n')
}

function moveText(from, to, taken) {
  const sorted = [...taken].sort((a, b) => a - b)
  return sorted.length > 0 ? `${from}x${to}:${sorted.join(',')}` : `${from}-${to}`
}

module.exports = { read, print, moveText }
