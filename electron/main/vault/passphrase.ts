/** Characters as a person counts them. */
const SHORTEST = 8

/** The same passphrase typed on another keyboard may be composed of other code points. */
export function normalisePassphrase(text: string): string {
  return text.normalize('NFKC')
}

/** Whether a passphrase may be chosen. */
export function isLongEnough(text: string): boolean {
  return Array.from(normalisePassphrase(text)).length >= SHORTEST
}
