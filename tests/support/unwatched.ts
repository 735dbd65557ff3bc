import type { Integrity } from '../../electron/main/store/ledger/integrity'

/** For tests of something else: the ledgers are not watched. */
export const unwatched: Pick<Integrity, keyof Integrity> = {
  admits: () => true,
  opened: () => undefined,
  closing: () => undefined,
  quarantine: () => undefined,
  changes: () => [],
  acknowledge: () => undefined,
  checkForCashUp: async () => ({ changes: 0, links: 0, seal: '' }),
  cashedUp: () => undefined,
  checkWhole: () => undefined,
  wholeCheck: () => ({ wholeAt: null, status: { name: 'none' } }),
}
