import type { ResultTone } from '../../../shared/payment/result'

/** What the till can sound like. */
export type SoundName = ResultTone | 'tick'

/** One tone: when it begins and how long it rings (s), how high (Hz), how loud (share of the volume). */
export interface Note {
  at: number
  duration: number
  frequency: number
  loudness: number
}

/** The notes of the scale that are used here, Hz. */
const [a4, c5, d5, e5, g5, c6] = [440, 523.25, 587.33, 659.25, 783.99, 1046.5]

/**
 * Our own sounds, as notes. Paid rises and rings out, failed falls, and what needs attention knocks on
 * one tone: told apart by their shape, also by who cannot tell how high a tone is.
 */
export const scores: Record<SoundName, readonly Note[]> = {
  paid: [
    { at: 0, duration: 0.16, frequency: c5, loudness: 0.8 },
    { at: 0.11, duration: 0.16, frequency: e5, loudness: 0.85 },
    { at: 0.22, duration: 0.16, frequency: g5, loudness: 0.9 },
    { at: 0.33, duration: 0.6, frequency: c6, loudness: 1 },
  ],
  failed: [
    { at: 0, duration: 0.28, frequency: e5, loudness: 0.9 },
    { at: 0.22, duration: 0.28, frequency: c5, loudness: 0.9 },
    { at: 0.44, duration: 0.5, frequency: a4, loudness: 1 },
  ],
  attention: [
    { at: 0, duration: 0.14, frequency: d5, loudness: 1 },
    { at: 0.2, duration: 0.14, frequency: d5, loudness: 1 },
    { at: 0.55, duration: 0.14, frequency: d5, loudness: 1 },
    { at: 0.75, duration: 0.14, frequency: d5, loudness: 1 },
  ],
  tick: [{ at: 0, duration: 0.05, frequency: g5, loudness: 0.25 }],
}

/** How long a sound rings, s. */
export function lengthOf(name: SoundName): number {
  return Math.max(...scores[name].map(({ at, duration }) => at + duration))
}
