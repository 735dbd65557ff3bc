import { type PressedKey, physicalDigit } from './physical-key'

/** Characters that came one after the other without a pause. */
export interface Run {
  /** As this computer's layout reads the keys, and as the US layout does, which scanners type for. */
  text: string
  us: string
  /** A digit's key wrote no digit without Shift: this layout is another than the scanner's. */
  isUs: boolean
  /** When its first and its last key came, ms. */
  from: number
  to: number
}

/** A scanner waits less between two keys: after such a pause a run has ended, ms. */
export const pause = 60
/** A scanner needs less for a key, ms. A person who types five digits needs three times as long. */
const perKey = 35
/** A shorter one may be a key that types `000`. */
const shortest = 5

/** The run with one more key; another one where the key came after a pause. Null for a key that writes nothing. */
export function continueRun(run: Run | null, event: PressedKey, at: number): Run | null {
  if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return run
  const text = physicalDigit(event) ?? event.key
  const us = usKey(event) ?? text
  const isUs = text !== event.key
  if (run === null || at - run.to > pause) return { text, us, isUs, from: at, to: at }
  return {
    text: run.text + text,
    us: run.us + us,
    isUs: run.isUs || isUs,
    from: run.from,
    to: at,
  }
}

/** What a scanner typed: a run is known by its speed alone. Null for what a person typed. */
export function scanOf(run: Run | null): string | null {
  if (run === null) return null
  const { text, us, isUs, from, to } = run
  if (text.length < shortest || (to - from) / (text.length - 1) > perKey) return null
  return isUs ? us : text
}

const marks: Readonly<Record<string, string>> = { Minus: '-', Period: '.', Slash: '/' }

/** Keys with a name that stand in the middle of a run: they change another key, or are one of an input method. */
const within = new Set([
  ...['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock'],
  ...['Dead', 'Process', 'Unidentified'],
  // `isEnter` decides: an Enter that is held down, or that an input method takes, does not end a run.
  'Enter',
])

/**
 * True for a key after which a new run begins: Tab, Ctrl+J (a line feed), an arrow, Escape. Scanners end a code with
 * one of them; a person who picks a suggestion between two digits has typed no code.
 */
export function endsRun({ key, ctrlKey }: PressedKey): boolean {
  if (ctrlKey && key.toLowerCase() === 'j') return true
  return key.length > 1 && !within.has(key)
}

/** What the key writes on a US layout, of what a code is made of. */
function usKey({ code, shiftKey }: PressedKey): string | undefined {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  return code === 'Minus' && shiftKey ? '_' : marks[code]
}
