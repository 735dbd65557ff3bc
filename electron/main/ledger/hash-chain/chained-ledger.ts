import type { Database } from '../../database'
import { type ChainedStore, createCheckpointSigner } from '../../hash-chain/chained-store'
import type { ChainKeys } from '../../hash-chain/link'
import { readHead, storedValue } from './ledger-chain'
import { checkLedger } from './ledger-check'

/** A ledger as a check sees it. */
export function chainedLedger(database: Database, keys: ChainKeys): ChainedStore {
  return {
    ...createCheckpointSigner(keys),
    head: () => readHead(database),
    isSettled: () => database.health().state === 'good',
    valueAt(number) {
      const [row] = database.all('SELECT value FROM link WHERE number = ?', [number])
      return row ? storedValue(row.value) : null
    },
    check: scope => checkLedger(database, keys.links, scope),
  }
}
