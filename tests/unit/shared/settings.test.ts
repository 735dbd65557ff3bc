import { expect, it } from 'vitest'
import { defaultSettings, withTillNamedIn } from '../../../shared/settings'

it('a till without a name gets one in its language, and one with a name keeps it', () => {
  const swahili = withTillNamedIn('sw', defaultSettings)
  expect(swahili.shop.till).toBe('Kaunta 1')
  expect(withTillNamedIn('en', swahili)).toEqual(defaultSettings)
  const named = { ...defaultSettings, shop: { ...defaultSettings.shop, till: 'Counter 7' } }
  expect(withTillNamedIn('sw', named)).toEqual(named)
})
