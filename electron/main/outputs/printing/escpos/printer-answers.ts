import type { FailureCode } from '../../../../../shared/ipc/result'

/** Asks why the printer is off line, how its paper is (both answered at once) … */
export const statusQuestion = Uint8Array.of(0x10, 0x04, 0x02, 0x10, 0x04, 0x04)

/** … and this for the paper once more, which is answered when all before it is printed (GS r 1). */
export const progressQuestion = Uint8Array.of(0x1d, 0x72, 0x01)

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
