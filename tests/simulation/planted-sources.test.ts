import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { bugs } from './planted/bugs'
import { shopPlants } from './shop/plants'

const project = resolve(import.meta.dirname, '..', '..')
const mutated = bugs.filter(({ mutations }) => mutations !== undefined)

/** The hunt is in planted-bugs.deep.test.ts; a bug that no longer fits its source is seen here. */
it.each(mutated)('fits the sources: $name', ({ mutations = [] }) => {
  for (const { file, from } of mutations)
    expect(readFileSync(resolve(project, file), 'utf8').split(from), from).toHaveLength(2)
})

it('has a bug for each of the fourteen money rules', () => {
  const rules = Array.from({ length: 14 }, (_, index) => `rule ${index + 1}`)
  expect(bugs.map(({ rule }) => rule)).toEqual(expect.arrayContaining(rules))
})

const schema = resolve(project, 'resources/shop-database/0001-shop-database.sql')

it.each(shopPlants.filter(({ from }) => from !== undefined))(
  'fits the shop database’s functions: $name',
  ({ from = '' }) => {
    expect(readFileSync(schema, 'utf8').split(from)).toHaveLength(2)
  },
)
