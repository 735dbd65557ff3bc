import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lengthOf, play, scores } from '../../../renderer/ui/sound/player'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('AudioContext', Audio)
  vi.stubGlobal('GainNode', Gain)
  vi.stubGlobal('OscillatorNode', Oscillator)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const ignored = () => undefined
/** When each note begins, s. */
const began: number[] = []
/** The audio device is open: what a context computes is heard. */
let isOpen = true

class Output {
  connect = () => this
}

class Audio {
  currentTime = 0
  destination = new Output()
  async resume() {
    isOpen = true
  }
  async suspend() {
    isOpen = false
  }
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

it('the audio device is let go when the last sound has rung out, and is there again for the next one', async () => {
  await play('tick', 'normal')
  // Behind those of the test above.
  const last = Math.max(...began) + lengthOf('tick')
  vi.advanceTimersByTime(last * 1_000)
  expect(isOpen).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(isOpen).toBe(false)
  await play('tick', 'normal')
  expect(isOpen).toBe(true)
})
