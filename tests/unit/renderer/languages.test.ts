import { describe, expect, it } from 'vitest'
import { scenarios } from '../../../electron/practice/scenarios/table'
import en from '../../../resources/languages/en.json'
import sw from '../../../resources/languages/sw.json'

/** Every text of a language by its full key. */
function texts(node: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(node)) {
    const key = prefix + name
    if (typeof value === 'string') found.set(key, value)
    else for (const [inner, text] of texts(value, `${key}.`)) found.set(inner, text)
  }
  return found
}

const placeholders = (text: string) => new Set([...text.matchAll(/\{\{\w+\}\}/g)].map(String))

/** Names and key labels that are the same word in both languages. */
const sameInBoth = [
  'app.name',
  'charge.enter',
  'settings.version',
  'settings.display.percent',
  'tutorial.customer.firstName',
  'tutorial.customer.lastName',
  'settings.customer.display',
  'staff.bar.lockHint',
  'authority.fingerprint',
]
const sizes = 'settings.receipts.papers.'
const isSameInBoth = (key: string) =>
  key.startsWith('language.') ||
  key.startsWith(sizes) ||
  key.endsWith('.pin') ||
  sameInBoth.includes(key)

const english = texts(en)
const swahili = texts(sw)

describe('the languages', () => {
  it('have the same texts', () => {
    expect([...swahili.keys()]).toEqual([...english.keys()])
  })

  it('fill the same placeholders', () => {
    for (const [key, text] of english)
      expect(placeholders(swahili.get(key) ?? ''), key).toEqual(placeholders(text))
  })

  it('leave no text empty', () => {
    for (const [key, text] of [...english, ...swahili]) expect(text.trim(), key).not.toBe('')
  })

  it('leave no English in Kiswahili', () => {
    const left = [...english].filter(([key, text]) => swahili.get(key) === text)
    expect(left.map(([key]) => key).filter(key => !isSameInBoth(key))).toEqual([])
    const words = /\b(the|and|this|payment|customer|till|service|is|of|to|not)\b/i
    const mixed = [...swahili].filter(([, text]) =>
      words.test(text.replace(/\{\{\w+\}\}|kama service/g, '')),
    )
    expect(mixed.map(([key]) => key).filter(key => !isSameInBoth(key))).toEqual([])
  })

  it('keep the state names that tests and screen readers rely on', () => {
    const names = Object.values(en.status).join(', ')
    expect(names).toBe(
      'Waiting to send, Ask the customer, Sending, Outcome unknown, Waiting for customer, Paid, ' +
        'Part paid, Paid late, Too much, Paid in cash, Failed, Check with manager, Resolved, ' +
        'Expired, Refused, Withdrawn, Undone, Stopped, Given back, Cash',
    )
  })

  it('have the practice service’s own words for the scenarios that a cashier practises', () => {
    const words = scenarios
      .filter(({ id }) => id in en.scenarios)
      .map(({ id, title, description }) => [id, { title, description }])
    expect(en.scenarios).toEqual(Object.fromEntries(words))
    expect(words).toHaveLength(8)
  })
})
