import type { AlertSettings } from '../../../shared/settings/alerts'
import { listen } from '../../bridge/till'
import { useTillStore } from '../../stores/till-store'
import { lengthOf, type Note, type SoundName, scores } from './scores'

type Volume = AlertSettings['volume']

const gains: Record<Volume, number> = { off: 0, quiet: 0.1, normal: 0.3, loud: 0.8 }

/** Made when the first sound is due: a till that is never heard needs no audio device. */
let context: AudioContext | null = null
/** When the last sound has rung out, on the context's clock: of two results both are heard. */
let free = 0

/** Plays a sound behind those that still ring; answers false where this computer cannot play it. */
export async function play(name: SoundName, volume: Volume): Promise<boolean> {
  if (volume === 'off') return true
  try {
    context ??= new AudioContext()
    if (context.state !== 'running') await context.resume()
    const start = Math.max(context.currentTime, free)
    free = start + lengthOf(name)
    for (const note of scores[name]) sound(context, note, start, gains[volume])
    return true
  } catch {
    // No audio device, or one that was taken away: the screen has said it already.
    return false
  }
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
