#!/usr/bin/env node
// The start of a SameGame engine: it reads and prints. The rules are yours to write, at TODO 1 to 3.
//
// RULES.md has them, with the numbers SG-*; docs/engine-protocol.md has the forms of the texts, and the
// top of twinboard.js what else an engine may offer.
'use strict'

const { serve, Refused } = require('./twinboard.js')

class SameGame {
  static title = 'engine.js'
  /** `play` gives the reasons of refusals (SG-6 to SG-8). */
  static reasons = true

  /** Reads `M N`, then the colours of M rows of N cells, from the bottom (SG-1, SG-14). */
  constructor(setup) {
    const [height, width, ...colours] = setup.trim().split(/\s+/).map(Number)
    this.height = height
    this.width = width
    // cells[row][column], counted from 0; null is an empty cell, and row 0 the bottom row.
    this.cells = []
    for (let row = 0; row < height; row++) this.cells.push(colours.slice(row * width, (row + 1) * width))
  }

  /** The rows from the top, with a dot for an empty cell (PF-3). */
  position() {
    const line = row => row.map(cell => cell ?? '.').join(' ')
    return [...this.cells].reverse().map(line).join('\n')
  }

  /** 'playing', 'won' or 'stuck' (SG-12, SG-13). */
  outcome() {
    throw new Error('TODO 1: write outcome (SG-12, SG-13)')
  }

  /** Every region that may be selected, once (SG-4, SG-8): `yield legalMove(colour, cells)`. */
  * moves() {
    throw new Error('TODO 2: write moves (SG-4, SG-8)')
  }

  /** Plays `select ROW COLUMN`, counted from 1. The numbers may be any (SG-6). */
  play(move) {
    const [row, column] = move.split(' ').slice(1).map(number => Number(number) - 1)
    // A refusal is `throw new Refused('no-such-cell')`, or 'empty-cell', or 'single-cell', and changes
    // nothing; else play the move and `return true`.
    throw new Error('TODO 3: write play (SG-5 to SG-11)')
  }
}

/** The text of a legal move; the cells are pairs of row and column, counted from 0. */
function legalMove(colour, cells) {
  return [colour, ...cells.map(([row, column]) => `${row + 1},${column + 1}`)].join(' ')
}

if (require.main === module) serve(SameGame, 'samegame')
