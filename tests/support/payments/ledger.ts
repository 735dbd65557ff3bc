import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Ledger } from '../../../electron/main/store/ledger/ledger'
import { openLedger } from '../../../electron/main/store/ledger/open-ledger'
import type { Payment } from '../../../shared/payment/payment'
import { ledgerKey } from '../database'

export { ledgerKey }

export interface OpenedLedger {
  file: string
  ledger: Ledger
  /** Payments that were announced, in order. */
  announced: Payment[]
  close: () => void
}

/** A real, encrypted ledger in a folder; opened again it holds what was committed. */
export function ledgerIn(folder: string): OpenedLedger {
  const file = join(folder, 'ledger.db')
  const announced: Payment[] = []
  const opening = openLedger({ file, key: ledgerKey })
  if (!opening.ok) throw new Error(`Not opened: ${opening.reason} (${opening.detail})`)
  opening.ledger.onCommit(
    payment => announced.push(payment),
    error => {
      throw error
    },
  )
  let open = true
  const close = () => {
    if (open) opening.close()
    open = false
  }
  onTestFinished(close)
  return { file, ledger: opening.ledger, announced, close }
}
