import words from '../../../resources/start.json'

/** Another till works with this data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

/** What the operating system's own box says: in both languages, for which one the person reads is not known. */
export function startFailureText(error: unknown): string {
  if (error instanceof FolderInUse) return inBoth(words.folderInUse)
  return `${inBoth(words.startFailed)}\n\n${String(error)}`
}

/** Said before a till ends whose data folder another one may have taken. */
export function folderLostText(): string {
  return inBoth(words.folderLost)
}

/** What is said of refused switches. */
export function refusalText(switches: readonly string[]): string {
  const list = switches.map(name => `--${name}`).join(' ')
  return inBoth(words.refusedSwitch).replaceAll('{{switches}}', list)
}

function inBoth(texts: Record<'en' | 'sw', string>): string {
  return Object.values(texts).join('\n\n')
}
