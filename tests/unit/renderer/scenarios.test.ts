import { describe, expect, it } from 'vitest'
import { scenarios } from '../../../electron/practice'
import en from '../../../resources/languages/en.json'

describe('the practice scenarios', () => {
  it('that a cashier practises have the practice service’s own words in the language files', () => {
    const words = Object.fromEntries(
      scenarios
        .filter(({ id }) => id in en.scenarios)
        .map(({ id, title, description }) => [id, { title, description }]),
    )
    expect(en.scenarios).toEqual(words)
    expect(Object.keys(words)).toHaveLength(8)
  })
})
