import { describe, expect, it } from 'vitest'
import { scenarios } from '../../../electron/practice'
import en from '../../../resources/languages/en.json'

describe('the practice scenarios', () => {
  it('have their words in the language files, the same as the practice service’s own', () => {
    const words = Object.fromEntries(
      scenarios.map(({ id, title, description }) => [id, { title, description }]),
    )
    expect(en.scenarios).toEqual(words)
  })
})
