/** Characters that came one after the other without a pause. */
export interface Run {
  text: string
  /** When its first and its last key came, ms. */
  from: number
  to: number
}

/** A scanner waits less between two keys, and before its Enter, ms. */
const pause = 60
/** A scanner needs less for a key, ms. A person who types six digits needs three times as long. */
const perKey = 35
/** The shortest code that is printed as bars for a shop is longer; a price that is typed is mostly shorter. */
const shortest = 6

/** The run with one more key; another one where the key came after a pause. */
export function continueRun(run: Run | null, key: string, at: number): Run {
  if (run === null || at - run.to > pause) return { text: key, from: at, to: at }
  return { text: run.text + key, from: run.from, to: at }
}

/** Did a scanner type this, ended by an Enter at this moment? Codes and references have a digit and no space. */
export function isScan(run: Run | null, enterAt: number): run is Run {
  if (run === null || run.text.length < shortest || enterAt - run.to > pause) return false
  if (!/^[\w./-]*\d[\w./-]*$/.test(run.text)) return false
  return (run.to - run.from) / (run.text.length - 1) <= perKey
}
