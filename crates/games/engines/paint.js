#!/usr/bin/env node
// The start of a paint engine: it reads and prints. The rules are yours to write, at TODO 1 to 3.
//
// RULES.md has them, with the numbers PT-*; docs/engine-protocol.md has the forms of the texts, and the
// top of twinboard.js what else an engine may offer.
'use strict'

const { serve, Refused } = require('./twinboard.js')

class Paint {
  static title = 'engine.js'
  /** `play` gives the reasons of refusals (PT-8 to PT-17). */
  static reasons = true
  /** Remove this when the engine is fast enough for larger boards. */
  static limits = { side: [1, 4] }

  /** Reads N, then N rows from the top (PT-1, PT-2, PT-27). */
  constructor(setup) {
    const [side, ...rows] = setup.trim().split('\n')
    this.side = Number(side)
    // cells[row][column]: '#', 'B' or a number.
    const cell = text => (text === '#' || text === 'B' ? text : Number(text))
    this.cells = rows.map(row => row.split(' ').map(cell))
    // Who moves next (PT-5).
    this.isFirst = true
  }

  /** The rows from the top, and the player to move (PF-3). */
  position() {
    const rows = this.cells.map(row => row.join(' '))
    return [...rows, this.isFirst ? 'first to move' : 'second to move'].join('\n')
  }

  /** 'playing', 'drawn', 'first-lost' or 'second-lost' (PT-20 to PT-22). */
  outcome() {
    throw new Error('TODO 1: write outcome (PT-20 to PT-22)')
  }

  /** Every valid move, once (PT-6, PT-7): `yield legalMove(cells)`, without collecting them first. */
  * moves() {
    throw new Error('TODO 2: write moves (PT-6, PT-7)')
  }

  /** Plays `(ROW,COLUMN) …` or `no cells` (PT-8 to PT-19). The numbers may be any. */
  play(move) {
    const cells = [...move.matchAll(/(\d+),(\d+)/g)].map(([, row, column]) => [Number(row), Number(column)])
    // A refusal is `throw new Refused('painted')`, or another of the reasons 'game-over', 'no-cells',
    // 'off-board', 'repeated', 'not-connected', 'no-number', 'several-numbers', 'wrong-count' and
    // 'touches-paint', and changes nothing; else play the move and `return true`.
    throw new Error('TODO 3: write play (PT-5, PT-8 to PT-19)')
  }
}

/** The text of a legal move; the cells are pairs of row and column. */
function legalMove(cells) {
  return cells.map(cell => cell.join(',')).join(' ')
}

if (require.main === module) serve(Paint, 'paint')
