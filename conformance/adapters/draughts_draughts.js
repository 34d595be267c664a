#!/usr/bin/env node
// draughts as an engine for draughts-international. The version is in package.json.
'use strict'
const Draughts = require('draughts')
const { read, print, moveText } = require('./draughts_board.js')
const { serve, Unsupported } = require('twinboard.js')

class Game {
  constructor(setup) {
    const { pieces, side } = read(setup)
    const of = man => [...pieces].filter(([, piece]) => piece.toLowerCase() === man)
      .map(([square, piece]) => (piece === man ? '' : 'K') + square).join(',')
    if (!of('w') || !of('b')) throw new Unsupported()
    this.game = new Draughts(`${side.toUpperCase()}:W${of('w')}:B${of('b')}`)
  }

  listed() {
    if (this.isBare()) return new Map()
    return new Map(this.game.moves().map(move => [moveText(move.from, move.to, move.takes), move]))
  }

  isBare() {
    const text = this.position().split('\n').slice(0, 10).join('').toLowerCase()
    return !text.includes('w') || !text.includes('b')
  }

  moves() { return [...this.listed().keys()] }

  play(text) {
    const move = this.listed().get(text)
    return move !== undefined && this.game.move(move) !== false
  }

  undo() { this.game.undo() }

  position() {
    return print(10, this.game.turn().toLowerCase(), square => {
      const piece = this.game.get(square)
      return piece === '0' ? '.' : piece
    })
  }

  outcome() {
    if (!this.game.gameOver()) return 'playing'
    return this.game.turn().toLowerCase() === 'w' ? 'black wins' : 'white wins'
  }
}

serve(Game, 'draughts-international')
