import { expect, it } from 'vitest'
import { defaultSettings, withDisplay } from '../../../shared/settings'

const display = (language: 'en' | 'sw') => ({ ...defaultSettings.display, language })

it('a till that nobody has named is called as its language does, and one with a name keeps it', () => {
  const swahili = withDisplay(defaultSettings, display('sw'))
  expect([swahili.display.language, swahili.shop.till]).toEqual(['sw', 'Kaunta 1'])
  expect(withDisplay(swahili, display('en'))).toEqual(defaultSettings)
  const named = { ...defaultSettings, shop: { ...defaultSettings.shop, till: 'Counter 7' } }
  expect(withDisplay(named, display('sw')).shop.till).toBe('Counter 7')
})
