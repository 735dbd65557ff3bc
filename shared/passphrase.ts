/** The fewest characters of a passphrase that opens the till. */
export const shortestPassphrase = 8

/** Of a backup's passphrase: a person who has the file can try as many as they like. */
export const shortestBackupPassphrase = 12

/** The same passphrase typed on another keyboard may be composed of other code points. */
export function normalisePassphrase(text: string): string {
  return text.normalize('NFKC')
}

/** Whether a passphrase has so many characters, as a person counts them. */
export function isLongEnough(text: string, fewest: number): boolean {
  return Array.from(normalisePassphrase(text)).length >= fewest
}
