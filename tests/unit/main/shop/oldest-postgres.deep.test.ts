import { describe, it } from 'vitest'
import { isUnchanged } from '../../../../scripts/tests/proofs'

/** With `--all` every test of the shop database runs on it: scripts/tests/runners.ts. */
const isEverywhere = process.env.KAUNTA_POSTGRES === '15'

// Read by tests/support/shop/postgres-server.ts, which no file has imported yet.
process.env.KAUNTA_POSTGRES = '15'

/**
 * Every other test of the shop database runs on the newest PostgreSQL; here each runs on the oldest. The receiver's are
 * left out: its statements are in those of meeting, rights and till-side, and its tests wait for seconds.
 */
const files = import.meta.glob<unknown>([
  './*.test.ts',
  '../../scripts/shop-database.test.ts',
  '!./*.deep.test.ts',
])

if (isEverywhere || isUnchanged('oldest-postgres')) it.skip('the shop database on PostgreSQL 15')
else
  for (const [file, load] of Object.entries(files))
    describe(`${file} on PostgreSQL 15`, () => load().then(() => undefined))
