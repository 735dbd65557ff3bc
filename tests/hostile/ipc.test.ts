import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { calls } from '../../shared/ipc/contract'
import { huntIpc } from './ipc'
import { channels } from './ipc-grammar'

const seed = randomInt(2 ** 31)

it(`hostile arguments are answered, break nothing and leak nothing, seed ${seed}`, async () => {
  const { failure, calls } = await huntIpc({ runs: 20_000, perTill: 1_000, within: 2_000, seed })
  const again = `npm run hostile -- --runs 1 --wire 0 --ipc 20000 --seed ${seed}`
  expect(failure, `${again}\n${failure?.message}\n${failure?.again}`).toBeNull()
  expect(calls).toBeGreaterThan(100)
})

it('hostile arguments reach every channel of the contract', () => {
  const all = Object.entries(calls).flatMap(([group, names]) =>
    Object.keys(names).map(name => `kaunta:${group}.${name}`),
  )
  expect(channels).toEqual(all)
})
