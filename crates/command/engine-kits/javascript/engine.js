#!/usr/bin/env node
// An engine to start from: it plays the game that `twinboard new` creates. Replace that by yours.
//
// A row of lamps, such as "#..#", in which # is on. Pressing a lamp switches it and its neighbours.
// The game is won when all lamps are off; after that every press is refused.
//
// These five methods are all that it takes. The top of twinboard.js lists others, such as `undo`,
// `key` and `random`: if the class has them, they are checked, too. The forms of the texts are those
// of the rule set; docs/engine-protocol.md has them for the built-in ones.
'use strict'

const { serve } = require('./twinboard.js')

class Game {
  static title = 'lamps, to be replaced'

  /** Begins a game. Throw the kit's `Unsupported` for what this engine does not support. */
  constructor(setup) {
    this.lamps = [...setup.trim()].map(lamp => lamp === '#')
  }

  /** Lets the kit copy games, which is faster than playing their moves again. */
  copy() {
    const other = Object.create(Game.prototype)
    other.lamps = [...this.lamps]
    return other
  }

  /** The legal moves, in any order: the numbers of the lamps, from 1. */
  * moves() {
    if (!this.lamps.includes(true)) return
    for (let lamp = 1; lamp <= this.lamps.length; lamp++) yield String(lamp)
  }

  /** Plays a move. It may be illegal: then nothing changes, and the result is false. */
  play(move) {
    const pressed = Number(move)
    if (!this.lamps.includes(true) || pressed < 1 || pressed > this.lamps.length) return false
    for (const lamp of [pressed - 1, pressed, pressed + 1]) {
      if (lamp >= 1 && lamp <= this.lamps.length) this.lamps[lamp - 1] = !this.lamps[lamp - 1]
    }
    return true
  }

  /** The position, a row of the board on each line. */
  position() {
    return this.lamps.map(isOn => (isOn ? '#' : '.')).join('')
  }

  /** The state of the game. */
  outcome() {
    return this.lamps.includes(true) ? 'playing' : 'won'
  }
}

if (require.main === module) serve(Game, 'my-game')
