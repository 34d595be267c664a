#!/usr/bin/env node
// reversi as an engine for othello. The version is in package.json.
'use strict'
const { Board } = require('reversi')
const { serve, Unsupported } = require('twinboard.js')

function name(row, column) {
  return String.fromCharCode(97 + column) + (row + 1)
}

class Game {
  constructor(setup) {
    const rows = setup.trim().split('\n')
    this.black = rows.pop() === 'x to move'
    if (rows.length !== 8) throw new Unsupported()
    this.board = new Board({ mapText: rows.map(row => row.replaceAll('.', '-')).join('\n') })
  }

  side(black) { return black ? 'BLACK' : 'WHITE' }

  moves() {
    const own = this.board.getPlaceableSquares(this.side(this.black))
    if (own.length === 0 && this.board.hasPlacableSquare(this.side(!this.black))) return ['pass']
    return own.map(it => name(it.rowIndex, it.colIndex))
  }

  play(text) {
    if (text === 'pass') {
      if (this.moves()[0] !== 'pass') return false
    } else {
      const column = text.charCodeAt(0) - 97
      const row = Number(text.slice(1)) - 1
      if (text !== name(row, column) || !this.board.squares[row]?.[column]) return false
      try {
        this.board.placePiece(row, column, this.side(this.black))
      } catch {
        return false
      }
    }
    this.black = !this.black
    return true
  }

  position() {
    const side = this.black ? 'x to move' : 'o to move'
    return this.board.toText().replaceAll('-', '.').trimEnd() + '\n' + side
  }

  outcome() {
    if (this.moves().length > 0) return 'playing'
    const { BLACK, WHITE } = this.board.countByPieceType()
    if (BLACK === WHITE) return 'draw'
    return BLACK > WHITE ? 'x wins' : 'o wins'
  }
}

serve(Game, 'othello')
