import { describe, expect, it } from 'vitest'
import { lengthOf, type SoundName, scores } from '../../../renderer/ui/sound/player'

const names = Object.keys(scores) as SoundName[]
const frequencies = (name: SoundName) => scores[name].map(({ frequency }) => frequency)
const sorted = (numbers: number[]) => [...numbers].sort((one, other) => one - other)

describe('the sounds', () => {
  it('rise for paid and fall for failed', () => {
    expect(new Set(frequencies('paid')).size).toBe(scores.paid.length)
    expect(frequencies('paid')).toEqual(sorted(frequencies('paid')))
    expect(new Set(frequencies('failed')).size).toBe(scores.failed.length)
    expect(frequencies('failed')).toEqual(sorted(frequencies('failed')).reverse())
  })

  it('knock on one tone for attention, so that the rhythm alone tells it', () => {
    expect(new Set(frequencies('attention')).size).toBe(1)
    const rhythm = (name: SoundName) => scores[name].map(({ at }) => at).join()
    expect(new Set(names.map(rhythm)).size).toBe(names.length)
  })

  it('are short, and can be heard from a small loudspeaker', () => {
    for (const name of names) {
      expect(lengthOf(name), name).toBeLessThanOrEqual(1)
      for (const { frequency, loudness, duration } of scores[name]) {
        expect(frequency).toBeGreaterThanOrEqual(400)
        expect(frequency).toBeLessThanOrEqual(1_200)
        expect(loudness).toBeGreaterThan(0)
        expect(loudness).toBeLessThanOrEqual(1)
        expect(duration).toBeGreaterThan(0)
      }
    }
  })
})
