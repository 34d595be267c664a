#!/usr/bin/env node
// rapid-draughts as an engine for draughts-american. The version is in package.json.
'use strict'
const { EnglishDraughts } = require('rapid-draughts/english')
const { read, print, moveText } = require('./draughts_board.js')
const { serve } = require('twinboard.js')

// The library's boards are bits in an order of their own; this is the bit of each square.
const BIT = new Map()
for (let bit = 0; bit < 32; bit++) {
  const board = { light: 0, dark: 1 << bit, king: 0 }
  const place = EnglishDraughts.setup({ board }).board.find(it => it.piece)
  BIT.set(place.position + 1, 1 << bit)
}

class Game {
  constructor(setup) {
    const { pieces, side } = read(setup)
    const bits = wanted => [...pieces].filter(([, piece]) => wanted.includes(piece))
      .reduce((all, [square]) => all | BIT.get(square), 0)
    const board = { light: bits('wW'), dark: bits('bB'), king: bits('WB') }
    this.game = EnglishDraughts.setup({ player: side === 'w' ? 'light' : 'dark', board })
  }

  listed() {
    if (this.outcome() !== 'playing') return new Map()
    const text = move =>
      moveText(move.origin + 1, move.destination + 1, move.captures.map(it => it + 1))
    return new Map(this.game.moves.map(move => [text(move), move]))
  }

  moves() { return [...this.listed().keys()] }

  play(text) {
    const move = this.listed().get(text)
    if (move) this.game.move(move)
    return move !== undefined
  }

  position() {
    const squares = new Map(this.game.board.filter(it => it.dark).map(it => [it.position + 1, it.piece]))
    const side = this.game.player === 'light' ? 'w' : 'b'
    return print(8, side, square => {
      const piece = squares.get(square)
      if (!piece) return '.'
      const man = piece.player === 'light' ? 'w' : 'b'
      return piece.king ? man.toUpperCase() : man
    })
  }

  // Draws by counting are not compared.
  outcome() {
    const outcomes = { light_won: 'white wins', dark_won: 'black wins' }
    return outcomes[this.game.status] ?? 'playing'
  }
}

serve(Game, 'draughts-american')
