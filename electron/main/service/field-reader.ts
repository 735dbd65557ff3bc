import { holdsHidden, withoutHidden } from '../../../shared/plain-text'
import { type Fields, referenceNames } from './payment-body'

/** Reads the fields of one payment. A field that cannot be read costs nothing else (money rule 14). */
export interface FieldReader {
  /** The field's value, or null where it is missing, null or unreadable; unreadable ones are noted. */
  optional<T>(name: string, read: (value: unknown) => T | null): T | null
  note(name: string): void
  /** The names of the fields that could not be read, each once. Never their values. */
  unread(): readonly string[]
}

/** A reader that has read nothing yet. */
export function createFieldReader(payment: Fields): FieldReader {
  const unread = new Set<string>()
  return {
    optional(name, read) {
      const value = payment[name]
      if (value === undefined || value === null) return null
      const result = read(value)
      if (result === null) unread.add(name)
      return result
    },
    note: name => void unread.add(name),
    unread: () => [...unread],
  }
}

const longestReference = 512
const longestStatus = 200
const longestWord = 64

/** A reference, kept exactly (§2.1). Some services number their payments: a whole number is read as text. */
export function referenceText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  return isExactText(value, longestReference) ? value : null
}

/** A status word (§3), kept exactly: which words mean paid is not judged here. */
export function statusText(value: unknown): string | null {
  return isExactText(value, longestStatus) ? value : null
}

/** A short text that only informs, made fit to be shown. */
export function shortText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return displayText(String(value), longestWord) || null
}

/** Takes only this text, in any case of letters. */
export function theWord(expected: string): (value: unknown) => string | null {
  return value =>
    typeof value === 'string' && value.trim().toLowerCase() === expected ? expected : null
}

/** The payment's references, the contract's own name first. */
export function readReferences(fields: FieldReader): string[] {
  return referenceNames.flatMap(name => fields.optional(name, referenceText) ?? [])
}

/** What stands for bytes that were not UTF-8. */
const undecodable = '\uFFFD'

/** True for text that can be kept exactly as it came: 1 to `longest` characters, not blank, nothing hidden or lost. */
export function isExactText(value: unknown, longest: number): value is string {
  if (typeof value !== 'string' || value.length > longest) return false
  return value.trim() !== '' && !holdsHidden(value) && !value.includes(undecodable)
}

/** The service's words made fit to be shown as plain text: nothing hidden, at most `longest` characters. */
export function displayText(text: string, longest: number): string {
  const clean = withoutHidden(text, ' ').replace(/ {2,}/g, ' ').trim()
  // By code points: cutting by length could leave half a character.
  const letters = [...clean]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : clean
}
