import { describe, expect, it } from 'vitest'
import {
  atEveryPlace,
  type CommitTrial,
  type LedgerTrial,
  trialsImpossible,
  tryCommit,
  tryLedger,
} from '../../../../../scripts/trials/disk-errors'

/*
 * The disk fails at each fsync of a commit, on the engine as it is shipped (npm run trial:disk-errors
 * tries the writes, unlink and WAL too; docs/evidence.md keeps its figures).
 */
const reason = trialsImpossible()

const eio = { calls: 'fsync,fdatasync', error: 'EIO', lasting: false } as const
const minutes = 2 * 60_000

const isGhost = ({ said, rowThere }: CommitTrial) => said === 'threw' && rowThere
const isGone = ({ said, rowThere }: CommitTrial) => said === 'committed' && !rowThere

describe.skipIf(reason !== null)(
  reason ? `a failed fsync (not tried: ${reason})` : 'a failed fsync',
  () => {
    it(
      'leaves no commit that threw, but where only the folder’s own sync failed, and loses none',
      async () => {
        const trials = await atEveryPlace(eio, fault => tryCommit('rollback', fault))
        expect(trials.length).toBeGreaterThanOrEqual(4)
        expect(trials.filter(isGone)).toEqual([])
        // The journal is gone by then, and with it the way back: this is why a sale is read back.
        expect(trials.map(isGhost)).toEqual(trials.map((_, index) => index === trials.length - 1))
      },
      minutes,
    )

    it(
      'of a new sale: the ledger opens again in the same process, and what is there is held',
      async () => {
        const trials = await atEveryPlace(eio, fault => tryLedger('sale', fault))
        const threw = trials.filter(({ said }) => said === 'threw')
        expect(threw.length).toBeGreaterThanOrEqual(4)
        for (const { readBack, phase } of threw) expect(phase).toBe(readBack ? 'held' : null)
        expect(threw.at(-1)).toMatchObject({
          readBack: true,
          phase: 'held',
        } satisfies Partial<LedgerTrial>)
      },
      minutes,
    )

    it(
      'of an answer that came: the sale is still on the wire as far as the ledger knows',
      async () => {
        const trials = await atEveryPlace(eio, fault => tryLedger('step', fault))
        const threw = trials.filter(({ said }) => said === 'threw')
        expect(threw.length).toBeGreaterThanOrEqual(4)
        for (const { readBack, phase } of threw)
          expect(phase).toBe(readBack ? 'pending' : 'sending')
      },
      minutes,
    )
  },
)
