import { expect, it } from 'vitest'
import { hueOf, initialsOf } from '../../../renderer/features/access/initials'

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

it('a person’s colour is one of the six, and the same each time', () => {
  const names = Array.from({ length: 60 }, (_, n) => `Person ${n}`)
  expect(new Set(names.map(hueOf))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  expect(names.map(hueOf)).toEqual(names.map(hueOf))
})
