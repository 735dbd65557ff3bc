import words from '../../../resources/start.json'
import type { UnusableFolder } from './start-lock'

/** Another till works with this data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

/** What the operating system's own box says: in both languages, for which one the person reads is not known. */
export function startFailureText(error: unknown, folder: string): string {
  if (error instanceof FolderInUse) return inBoth(words.folderInUse, { folder })
  return `${inBoth(words.startFailed, { folder })}\n\n${String(error)}`
}

/** Why a till does not start for which Chromium has no lock: a folder takes no file, or nobody knows. */
export function lockFailureText(unusable: UnusableFolder | null, folder: string): string {
  return unusable
    ? inBoth(words.folderUnusable, { ...unusable })
    : inBoth(words.lockUnknown, { folder })
}

/** Said before a till ends whose data folder another one may have taken. */
export function folderLostText(): string {
  return inBoth(words.folderLost)
}

/** What is said of refused switches. */
export function refusalText(switches: readonly string[]): string {
  const list = switches.map(name => `--${name}`).join(' ')
  return inBoth(words.refusedSwitch, { switches: list })
}

/** Said where the till's page crashed too often, with what can be pressed. */
export function pageGoneBox(): { message: string; openAgain: string; close: string } {
  const { message, openAgain, close } = words.pageGone
  const both = ({ en, sw }: Record<'en' | 'sw', string>) => `${en} / ${sw}`
  return { message: inBoth(message), openAgain: both(openAgain), close: both(close) }
}

function inBoth(
  texts: Record<'en' | 'sw', string>,
  values: Readonly<Record<string, string>> = {},
): string {
  const text = Object.values(texts).join('\n\n')
  return text.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark)
}
