import type { Integrity } from '../../electron/main/hash-chain/integrity'

/** For tests of something else: the stores are not watched. */
export const unwatched: Integrity = {
  begins: () => undefined,
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
