import { expect, it } from 'vitest'
import { defaultSettings, shopSettingsSchema, withTillNamedIn } from '../../../shared/settings'

it('a till without a name gets one in its language, and one with a name keeps it', () => {
  const swahili = withTillNamedIn('sw', defaultSettings)
  expect(swahili.shop.till).toBe('Kaunta 1')
  expect(withTillNamedIn('en', swahili)).toEqual(defaultSettings)
  const named = { ...defaultSettings, shop: { ...defaultSettings.shop, till: 'Counter 7' } }
  expect(withTillNamedIn('sw', named)).toEqual(named)
})

it.each([
  ['', true],
  ['0754 001 212', true],
  ['+254 712 345 678', true],
  ['0754', false],
  ['Asha', false],
])('the owner’s phone %j can be saved: %s', (ownerPhone, is) => {
  const read = shopSettingsSchema.safeParse({ ...defaultSettings.shop, ownerPhone })
  expect(read.success).toBe(is)
  if (!read.success) expect(read.error.issues[0]?.path).toEqual(['ownerPhone'])
})
