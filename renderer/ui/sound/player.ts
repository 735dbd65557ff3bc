import type { ResultTone } from '../../../shared/payment/result'
import type { AlertSettings } from '../../../shared/settings/alerts'
import { listen } from '../../bridge/till'
import { useTillStore } from '../../stores/till-store'

type Volume = AlertSettings['volume']

const gains: Record<Volume, number> = { off: 0, quiet: 0.1, normal: 0.3, loud: 0.8 }

/** What a device still has to play when a sound has ended on the context's clock, ms. */
const ringingOut = 500

/** Made when the first sound is due: a till that is never heard needs no audio device. */
let context: AudioContext | null = null
/** When the last sound has rung out, on the context's clock: of two results both are heard. */
let free = 0
/** Suspends the context, once it is due. */
let resting: ReturnType<typeof setTimeout> | undefined
/** When the last sound of each name begins, on the same clock. */
const begins = new Map<SoundName, number>()

/**
 * Plays a sound after those that are still playing; answers false where this computer cannot play it. A name is queued
 * at most once: fifty results at once would otherwise play for a minute.
 */
export async function play(name: SoundName, volume: Volume): Promise<boolean> {
  if (volume === 'off') return true
  try {
    context ??= new AudioContext()
    // Also where it runs: it may be about to rest.
    await context.resume()
    if ((begins.get(name) ?? 0) > context.currentTime) return true
    const start = Math.max(context.currentTime, free)
    begins.set(name, start)
    free = start + lengthOf(name)
    for (const note of scores[name]) sound(context, note, start, gains[volume])
    rest(context)
    return true
  } catch {
    // No audio device, or one that was taken away: the screen has said it already.
    return false
  }
}

/**
 * Lets the audio device go once the last sound has rung out: silence is computed too, with a fortieth of a processor
 * core for as long as the till runs.
 */
function rest(on: AudioContext): void {
  clearTimeout(resting)
  resting = setTimeout(() => on.suspend(), (free - on.currentTime) * 1_000 + ringingOut)
}

/** A soft bell: a tone that is struck and dies away, so that nothing clicks. */
function sound(on: AudioContext, note: Note, start: number, gain: number): void {
  const oscillator = new OscillatorNode(on, { type: 'triangle', frequency: note.frequency })
  const envelope = new GainNode(on, { gain: 0 })
  const [begin, end] = [start + note.at, start + note.at + note.duration]
  envelope.gain.setValueAtTime(0, begin)
  envelope.gain.linearRampToValueAtTime(gain * note.loudness, begin + 0.01)
  envelope.gain.exponentialRampToValueAtTime(0.0001, end)
  oscillator.connect(envelope).connect(on.destination)
  oscillator.start(begin)
  oscillator.stop(end)
}

/** Makes results heard as main asks this window to. Returns the function that stops it. */
export function followSounds(): () => void {
  return listen('soundDue', tone => {
    const volume = useTillStore.getState().till?.settings.alerts.volume
    if (volume) play(tone, volume)
  })
}

export type SoundName = ResultTone | 'tick'

/** One tone: when it begins and how long it rings (s), how high (Hz), how loud (share of the volume). */
interface Note {
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
