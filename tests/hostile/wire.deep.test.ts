import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { huntWire } from './wire'

describe('hostile bytes on a real connection', () => {
  it('hang nothing, spoil no later call, and are believed for no more than they say', async () => {
    const seed = randomInt(2 ** 31)
    const { failure, classes } = await huntWire(6, seed)
    expect(failure, `npm run hostile -- --runs 0 --wire 6 --seed ${seed}`).toBeNull()
    for (const call of ['create', 'read']) expect(classes.get(`${call}: ok`)).toBeGreaterThan(0)
  })
})
