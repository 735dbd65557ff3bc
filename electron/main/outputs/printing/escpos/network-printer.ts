import type { FailureCode } from '../../../../../shared/ipc/result'
import type { PrinterAddress } from '../../../../../shared/settings/printer-address'
import type { Clock } from '../../../platform/clock'
import { openSocket, type Socket } from '../../../platform/open-socket'
import { PrinterTrouble } from '../printer-trouble'

/** How long the printer may take, ms. */
export interface PrinterLimits {
  /** To be reached. One that prints for another till takes no second connection meanwhile. */
  connect: number
  /** To answer a question: most do within 100. Some never answer any. */
  answer: number
  /** Without a sign of life while it prints. */
  silence: number
}

const printerLimits: PrinterLimits = { connect: 5_000, answer: 600, silence: 6_000 }

/** A printer answers a few bytes a question, four questions a second: no paper takes so many. */
const mostAnswered = 16 * 1024

interface NetworkPrinterDeps {
  address: PrinterAddress
  clock: Pick<Clock, 'after' | 'monotonic'>
  /** Ends everything. */
  signal: AbortSignal
  limits?: PrinterLimits
}

/** So often a printer that refuses, or prints, is asked again, ms. */
const pause = 250

/**
 * One connection to a receipt printer on the network. `open` prints nothing; after
 * `send` was called it is not known how much was printed, unless it resolves.
 */
export class NetworkPrinter {
  private readonly limits: PrinterLimits
  private socket: Socket | null = null
  private received = Buffer.alloc(0)
  private lastSign = 0
  private ended: string | null = null
  private tellsProgress = false
  /** How long connecting took, ms: an answer takes as long on the way. */
  private roundTrip = 0

  constructor(private readonly deps: NetworkPrinterDeps) {
    this.limits = deps.limits ?? printerLimits
    deps.signal.addEventListener('abort', () => this.close())
  }

  /** Connects, and asks the printer whether it can print. Throws PrinterTrouble where it cannot. */
  async open(): Promise<void> {
    const { clock } = this.deps
    const began = clock.monotonic()
    while (!(await this.connectOnce())) {
      if (clock.monotonic() - began >= this.limits.connect)
        throw new PrinterTrouble('printer-off', this.ended ?? 'no connection')
      await this.wait(pause)
    }
    this.write(Buffer.concat([statusQuestion, progressQuestion]))
    await this.until(
      ({ progress, foreign }) => progress > 0 || foreign,
      this.roundTrip + this.limits.answer,
    )
    const { trouble, progress, foreign } = this.answers()
    if (foreign || this.ended === endlessAnswer)
      throw new PrinterTrouble('printer-not-one', 'no receipt printer answers like that')
    if (trouble) throw new PrinterTrouble(trouble, 'it said so before it was sent anything')
    if (this.ended) throw new PrinterTrouble('printer-off', this.ended)
    this.tellsProgress = progress > 0
  }

  /** Sends, and resolves once it is printed, as far as the printer tells. Throws PrinterTrouble. */
  async send(bytes: Uint8Array): Promise<void> {
    this.sign()
    await this.deliver(bytes)
    if (this.tellsProgress) return this.untilPrinted()
    // JetDirect's end of a job: the printer closes when it has taken all. Some never close.
    this.socket?.end()
    await this.until(() => this.ended !== null, this.limits.silence)
    if (this.ended && this.ended !== closedInOrder) throw this.stopped()
  }

  close(): void {
    this.socket?.destroy()
  }

  private async connectOnce(): Promise<boolean> {
    const { address, clock, signal } = this.deps
    if (signal.aborted) throw signal.reason
    this.ended = null
    const began = clock.monotonic()
    try {
      this.listen(await openSocket({ ...address, limit: this.limits.connect, signal }))
    } catch (error) {
      if (signal.aborted) throw signal.reason
      this.ended = String(error)
      return false
    }
    this.roundTrip = clock.monotonic() - began
    return true
  }

  private listen(socket: Socket): void {
    this.socket = socket
    const end = (why: string) => {
      this.ended ??= why
    }
    socket.on('data', bytes => {
      // What talks without end is not read: it would fill the memory, and all of it is looked at again and again.
      if (this.received.length + bytes.length > mostAnswered) {
        end(endlessAnswer)
        socket.destroy()
        return
      }
      this.received = Buffer.concat([this.received, bytes])
      this.sign()
    })
    socket.on('end', () => end(closedInOrder))
    socket.on('error', error => end(String(error)))
    socket.on('close', () => end(closedInOrder))
  }

  /** In pieces: one that is not taken for a while shows that the printer has stopped. */
  private async deliver(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += pieceLength) {
      let taken = false
      this.write(bytes.subarray(at, at + pieceLength), () => {
        taken = true
        this.sign()
      })
      await this.until(() => taken || this.ended !== null, this.limits.silence)
      if (this.ended) throw this.stopped()
      if (!taken) throw this.stopped('it takes no more bytes')
    }
  }

  /** The answer to the last question comes after the last row; meanwhile the printer is asked how it is. */
  private async untilPrinted(): Promise<void> {
    const before = this.answers().progress
    this.write(progressQuestion)
    while (true) {
      const { statuses } = this.answers()
      this.write(statusQuestion)
      const told = (answers: PrinterAnswers) =>
        answers.progress > before || answers.statuses > statuses
      await this.until(told, this.limits.silence)
      const { trouble, progress } = this.answers()
      if (progress > before) return
      if (trouble) throw this.stopped(trouble)
      if (this.ended) throw this.stopped()
      if (this.deps.clock.monotonic() - this.lastSign >= this.limits.silence)
        throw new PrinterTrouble('printer-silent', 'it did not tell that it printed')
      await this.wait(pause)
    }
  }

  private stopped(why = this.ended ?? 'the connection ended'): PrinterTrouble {
    return new PrinterTrouble('printer-stopped', why)
  }

  private write(bytes: Uint8Array, taken?: () => void): void {
    if (this.socket?.writable) this.socket.write(bytes, error => error || taken?.())
  }

  private answers(): PrinterAnswers {
    return readAnswers(this.received)
  }

  private sign(): void {
    this.lastSign = this.deps.clock.monotonic()
  }

  /** Until it is so, the connection has ended, or `ms` have passed. */
  private async until(isSo: (answers: PrinterAnswers) => boolean, ms: number): Promise<void> {
    const { clock } = this.deps
    const began = clock.monotonic()
    while (!isSo(this.answers()) && this.ended === null && clock.monotonic() - began < ms)
      await this.wait(glance)
  }

  private wait(ms: number): Promise<void> {
    const { clock, signal } = this.deps
    return new Promise((resolve, reject) => {
      const cancel = clock.after(ms, () => {
        signal.removeEventListener('abort', stop)
        resolve()
      })
      const stop = () => {
        cancel()
        reject(signal.reason)
      }
      signal.addEventListener('abort', stop)
    })
  }
}

const closedInOrder = 'the printer closed the connection'
const endlessAnswer = 'it answers without end'
const pieceLength = 4096
/** ms. */
const glance = 20

/** Asks why the printer is off line, how its paper is (both answered at once) … */
const statusQuestion = Uint8Array.of(0x10, 0x04, 0x02, 0x10, 0x04, 0x04)

/** … and this for the paper once more, which is answered when all before it is printed (GS r 1). */
const progressQuestion = Uint8Array.of(0x1d, 0x72, 0x01)

/** What a device has sent so far. */
export interface PrinterAnswers {
  /** What keeps it from printing, by its last answers; null where it can print or said nothing. */
  trouble: Extract<
    FailureCode,
    'printer-cover-open' | 'printer-paper-out' | 'printer-failed'
  > | null
  /** How often it answered the status question. */
  statuses: number
  /** How often it answered the progress question. */
  progress: number
  /** It sent what no receipt printer sends: an HTTP server's error, a mail server's greeting. */
  foreign: boolean
}

const pairLength = 2
/** Sent unasked, where a printer was once told to report changes by itself: four bytes. */
const automaticLength = 4

/** Reads the bytes that a printer answers: each kind has fixed bits. Pure. */
export function readAnswers(bytes: Uint8Array): PrinterAnswers {
  const statuses: number[] = []
  let progress = 0
  let foreign = false
  for (let at = 0; at < bytes.length && !foreign; at += 1) {
    const byte = bytes[at] ?? 0
    if (isFlowControl(byte)) continue
    if ((byte & 0x93) === 0x12) statuses.push(byte)
    else if ((byte & 0x93) === 0x10) {
      const rest = bytes.subarray(at + 1, at + automaticLength)
      foreign = rest.some(each => (each & 0x90) !== 0)
      at += automaticLength - 1
    } else if ((byte & 0x90) === 0 && statuses.length >= pairLength) progress += 1
    else foreign = true
  }
  return {
    trouble: troubleIn(statuses),
    statuses: Math.floor(statuses.length / pairLength),
    progress,
    foreign,
  }
}

/** XON and XOFF. */
function isFlowControl(byte: number): boolean {
  return byte === 0x11 || byte === 0x13
}

/** Of the last pair: the cause of being off line, then the paper. */
function troubleIn(statuses: readonly number[]): PrinterAnswers['trouble'] {
  const end = statuses.length - (statuses.length % pairLength)
  const [cause = 0, paper = 0] = statuses.slice(end - pairLength, end)
  // First: an open cover often takes the paper away from its sensor.
  if (cause & 0x04) return 'printer-cover-open'
  if (paper & 0x60 || cause & 0x20) return 'printer-paper-out'
  return cause & 0x40 ? 'printer-failed' : null
}
