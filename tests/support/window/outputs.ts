import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { openPort } from '../parts'
import { pictureFile } from './electron-switches'
import { test as base } from './test'
import type { Till } from './till'

/** A web server that is no payment service: it answers everything with a page. */
export interface WebPage {
  address: string
  /** How many requests reached it. */
  visits(): number
  stop(): Promise<void>
}

const page = '<!doctype html><title>Welcome</title><h1>Nothing to pay here</h1>'

/** Starts it on any free port. */
export async function serveWebPage(): Promise<WebPage> {
  let visits = 0
  const server = createServer((_request, response) => {
    visits += 1
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  const port = await openPort(server)
  return {
    address: `http://127.0.0.1:${port}`,
    visits: () => visits,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** `outside` is a page that is not the till's. */
export const test = base.extend<{ outside: WebPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  outside: async ({}, use) => {
    const page = await serveWebPage()
    await use(page)
    await page.stop()
  },
})

/** What a phone's camera reads in a picture, or null. */
export function readQrCode(png: Buffer): string | null {
  const { data, width, height } = PNG.sync.read(png)
  return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null
}

/** The text of a PDF as a reader would copy it. */
export function pdfText(file: string): string {
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
}

/** How many pages a PDF has, and how large they are, in mm. */
export function pdfPages(file: string): { pages: number; width: number; height: number } {
  const told = execFileSync('pdfinfo', [file], { encoding: 'utf8' })
  const [, pages] = /Pages:\s+(\d+)/.exec(told) ?? []
  const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+) pts/.exec(told) ?? []
  const millimetres = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4)
  return { pages: Number(pages), width: millimetres(width), height: millimetres(height) }
}

/** Keeps a picture of a PDF's first page for people to look at; at 203 dots an inch, as a till prints. */
export function keepPdfPicture(file: string, name: string): void {
  execFileSync('pdftoppm', ['-png', '-singlefile', '-r', '203', file, pictureFile(name)])
}

/** What a printer was given. */
export interface Printed {
  options: { deviceName: string; copies: number; pageSize: unknown; silent: boolean }
  /** The slip's text, as the page showed it. */
  text: string
  /** The same on the same paper as a PDF, in base64: what a person looks at. */
  pdf: string
}

/**
 * Gives a test's computer a printer, as none is installed there. It takes what the till's hidden window prints, and
 * gives the answer that `answers` names.
 */
export async function installPrinter({ app }: Till, answers: 'prints' | 'refuses'): Promise<void> {
  await app.evaluate(({ app: electronApp }, how) => {
    const printed: unknown[] = []
    Object.assign(globalThis, { printed })
    electronApp.on('web-contents-created', (_event, contents) => {
      contents.getPrintersAsync = async () => [
        { name: 'till-80', displayName: 'Till printer', description: '', options: {} },
      ]
      contents.print = (options, done) => {
        const come = async () => {
          const { pageSize: size, margins } = options ?? {}
          const inches = (microns: number) => microns / 25_400
          const pageSize =
            typeof size === 'object'
              ? { width: inches(size.width), height: inches(size.height) }
              : 'A4'
          const bare = margins?.marginType === 'none'
          const pdf = await contents.printToPDF({
            ...(bare && { margins: { top: 0, bottom: 0, left: 0, right: 0 } }),
            pageSize,
          })
          const text = await contents.executeJavaScript('document.body.innerText')
          printed.push({ options, text, pdf: pdf.toString('base64') })
        }
        come().then(() => (how === 'prints' ? done?.(true, '') : done?.(false, 'out of paper')))
      }
    })
  }, answers)
}

/** Everything that the printer was given so far. */
export function printedBy({ app }: Till): Promise<Printed[]> {
  return app.evaluate(() => (globalThis as unknown as { printed: Printed[] }).printed)
}

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
      // A third of a second: on a busy computer the next look may come after the loudest moment.
      const recent = new AnalyserNode(context, { fftSize: 16_384 })
      connect.call(analyser, recent)
      const samples = new Float32Array(recent.fftSize)
      setInterval(() => {
        recent.getFloatTimeDomainData(samples)
        const amplitude = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
        if (amplitude > 0) ear.peak = Math.max(ear.peak, 20 * Math.log10(amplitude))
        analyser.getFloatFrequencyData(levels)
        const loudest = levels.indexOf(Math.max(...levels))
        if ((levels[loudest] ?? -200) < -60) return
        ear.tones.push((loudest * context.sampleRate) / analyser.fftSize)
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
