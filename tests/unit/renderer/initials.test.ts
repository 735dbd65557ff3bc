import { expect, it } from 'vitest'
import { huesOf, initialsOf } from '../../../renderer/features/access/initials'

it.each([
  ['Neema', 'N'],
  ['asha mwakasege', 'AM'],
  ['Élodie de la Tour', 'ÉT'],
  ['  Juma  ', 'J'],
  ['𝒜li Ḥasan', '𝒜Ḥ'],
  ['', ''],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it('people get colours of their own while there are any, and keep them when someone comes after', () => {
  const names = Array.from({ length: 8 }, (_, n) => `Person ${n}`)
  expect(new Set(huesOf(names.slice(0, 6)))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  expect(huesOf(names).slice(0, 6)).toEqual(huesOf(names.slice(0, 6)))
  expect(new Set(huesOf(['Neema', 'Rehema'])).size).toBe(2)
})
