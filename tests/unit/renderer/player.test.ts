import { afterEach, expect, it, vi } from 'vitest'
import { lengthOf, play, scores } from '../../../renderer/ui/sound/player'

afterEach(() => vi.unstubAllGlobals())

const ignored = () => undefined
/** When each note begins, s. */
const began: number[] = []

class Output {
  connect = () => this
}

class Audio {
  currentTime = 0
  state = 'running'
  destination = new Output()
}

class Gain extends Output {
  gain = {
    setValueAtTime: ignored,
    linearRampToValueAtTime: ignored,
    exponentialRampToValueAtTime: ignored,
  }
}

class Oscillator extends Output {
  start = (at: number) => began.push(at)
  stop = ignored
}

it('of fifty results at once each sound is heard once, one after the other', async () => {
  vi.stubGlobal('AudioContext', Audio)
  vi.stubGlobal('GainNode', Gain)
  vi.stubGlobal('OscillatorNode', Oscillator)
  for (let each = 0; each < 50; each++) {
    expect(await play('paid', 'normal')).toBe(true)
    expect(await play('failed', 'normal')).toBe(true)
  }
  // The first one plays at once; of the others one of a name waits.
  const [paid, failed] = [lengthOf('paid'), lengthOf('failed')]
  const waiting = [
    ...scores.failed.map(({ at }) => paid + at),
    ...scores.paid.map(({ at }) => paid + failed + at),
  ]
  expect(began).toEqual([...scores.paid.map(({ at }) => at), ...waiting])
})
