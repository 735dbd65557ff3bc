import { describe, expect, it } from 'vitest'
import { atEveryPlace, trialsImpossible } from '../../../../../scripts/trials/disk-errors'

/*
 * The disk fails at each fsync of a commit, on the engine as it is shipped (npm run trial:disk-errors
 * tries the writes and unlink too; docs/evidence.md keeps its figures).
 */
const reason = trialsImpossible()

const eio = { calls: 'fsync,fdatasync', error: 'EIO', lasting: false } as const

describe.skipIf(reason !== null)(
  reason ? `a failed fsync (not tried: ${reason})` : 'a failed fsync',
  () => {
    it('of a new sale: the ledger opens again in the same process, and what is there is held', async () => {
      const trials = await atEveryPlace(eio, 'payment')
      const threw = trials.filter(({ said }) => said === 'threw')
      expect(threw.length).toBeGreaterThanOrEqual(4)
      // Only the folder's own sync failed: the journal is gone by then, and with it the way back.
      const ghosts = threw.map((_, index) => index === threw.length - 1)
      expect(threw.map(({ readBack }) => readBack)).toEqual(ghosts)
      for (const { readBack, phase } of threw) expect(phase).toBe(readBack ? 'held' : null)
      const lost = trials.filter(({ said, phase }) => said !== 'threw' && phase === null)
      expect(lost).toEqual([])
    })

    it('of an answer that came: the sale is still on the wire as far as the ledger knows', async () => {
      const trials = await atEveryPlace(eio, 'step')
      const threw = trials.filter(({ said }) => said === 'threw')
      expect(threw.length).toBeGreaterThanOrEqual(4)
      for (const { readBack, phase } of threw) expect(phase).toBe(readBack ? 'pending' : 'sending')
    })
  },
)
