// A counter with every offer.
const { serve, Refused, Unsupported } = require('./twinboard.js')

class Counter {
  static events = true
  static reasons = true
  static dice = true
  static title = 'counter 1'
  static limits = { size: [1, 9] }

  constructor(setup) {
    if (setup === 'none\n') throw new Unsupported()
    this.played = setup.trim().split('\n')
  }

  * moves() { for (let n = 1; ; n++) yield `add ${n}` }
  play(move) {
    console.log('a message of a library')
    if (move === 'fail') throw new Error('broken here')
    if (move === 'nothing') return undefined
    if (move === 'no') throw new Refused('too-many')
    this.played.push(move)
    return `${move}!`
  }
  position() { return this.played.join('\n') + '\n' }
  outcome() { return 'playing' }
  copy() { return new Counter(this.position()) }
  undo() { this.played.pop() }
  key() { return -1n }
  random(x) { return x === 0n ? null : `add ${x}` }
  count(most, legal) { return most < 3 ? null : legal.length }
  validate() { return this.played.length > 3 ? 'it is full' : null }
}

serve(Counter, 'counter')
