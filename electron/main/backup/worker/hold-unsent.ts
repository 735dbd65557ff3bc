import { mayFollow } from '../../../../shared/payment/transitions'
import type { Ledger } from '../../store/ledger/ledger'

/** What was not accepted yet in the copy may have been sent since: no payment of it goes out without a person. */
export function holdUnsent(ledger: Ledger, at: number, account: string | null): void {
  const event = { type: 'restored', at, account } as const
  for (const payment of ledger.open())
    if (mayFollow(payment, event)) ledger.append(payment.id, event)
}
