import type { Page } from '@playwright/test'

/** What was heard: how the tones followed one another. */
type Heard = 'rising' | 'falling' | 'level' | 'silence' | 'sounding still'

/** What the page keeps of what it heard: loudest tones in Hz, when the last was, and the peak in dB. */
interface Ear {
  tones: number[]
  last: number
  peak: number
}

/**
 * Listens in on the page's own audio graph: an analyser next to the loudspeaker hears the samples that
 * are really rendered. Called again it forgets what it has heard.
 */
export async function listenIn(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ear = globalThis as unknown as Ear & { listening?: true }
    ear.tones = []
    ear.peak = Number.NEGATIVE_INFINITY
    ear.last = 0
    if (ear.listening) return
    ear.listening = true
    const connect = AudioNode.prototype.connect as (target: AudioNode) => AudioNode
    const analysers = new WeakMap<BaseAudioContext, AnalyserNode>()
    AudioNode.prototype.connect = function tee(this: AudioNode, target: AudioNode) {
      if (target instanceof AudioDestinationNode) connect.call(this, analyserOf(this.context))
      return connect.call(this, target)
    } as typeof AudioNode.prototype.connect

    function analyserOf(context: BaseAudioContext): AnalyserNode {
      const known = analysers.get(context)
      if (known) return known
      const analyser = new AnalyserNode(context, { fftSize: 4096, smoothingTimeConstant: 0 })
      analysers.set(context, analyser)
      const levels = new Float32Array(analyser.frequencyBinCount)
      setInterval(() => {
        analyser.getFloatFrequencyData(levels)
        const loudest = levels.indexOf(Math.max(...levels))
        if ((levels[loudest] ?? -200) < -60) return
        ear.tones.push((loudest * context.sampleRate) / analyser.fftSize)
        ear.peak = Math.max(ear.peak, levels[loudest] ?? -200)
        ear.last = performance.now()
      }, 20)
      return analyser
    }
  })
}

/** How the tones went that were heard since `listenIn`. */
export function heardTones(page: Page): Promise<Heard> {
  return page.evaluate(() => {
    const { tones, last: lastAt } = globalThis as unknown as Ear
    if (tones.length > 0 && performance.now() - lastAt < 500) return 'sounding still'
    const [first, last] = [tones[0], tones.at(-1)]
    if (first === undefined || last === undefined) return 'silence'
    // A semitone is six per cent: what differs less is the same tone.
    if (Math.abs(last / first - 1) < 0.05) return 'level'
    return last > first ? 'rising' : 'falling'
  })
}

/** How loud the loudest of it was, dB. */
export function heardPeak(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as Ear).peak)
}
