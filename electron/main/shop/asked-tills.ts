import type { OthersSilent, OtherTills } from '../payments/other-tills'
import type { ShopSession } from './shop-session'

interface AskedTillsDeps {
  /** Null where no shop database is set up, no ledger is open, or its code is still being loaded. */
  session: () => ShopSession | null
  isInShop: () => boolean
  silent: (push: OthersSilent) => void
}

/** The other tills, asked over the session with the shop database while there is one. */
export function createAskedTills({ session, isInShop, silent }: AskedTillsDeps): OtherTills {
  return {
    isInShop,
    sharers: () => session()?.sharers() ?? 1,
    lease: async (wanted, late) =>
      session()?.leases.ask({ ...wanted, saleId: wanted.draftId }, late) ?? { state: 'not-asked' },
    release(leased) {
      session()?.release(leased)
    },
    claim: async wanted => session()?.handOver.ask(wanted) ?? { state: 'not-asked' },
    silent,
  }
}
