import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Ledger } from '../../../electron/main/store/ledger/ledger'
import { openLedger } from '../../../electron/main/store/ledger/open-ledger'
import type { Sale } from '../../../shared/payment/sale'
import { ledgerKey } from '../database'

export { ledgerKey }

export interface OpenedLedger {
  file: string
  ledger: Ledger
  /** Sales that were announced, in order. */
  announced: Sale[]
  close: () => void
}

/** A real, encrypted ledger in a folder; opened again it holds what was committed. */
export function ledgerIn(folder: string): OpenedLedger {
  const file = join(folder, 'ledger.db')
  const announced: Sale[] = []
  const opening = openLedger({ file, key: ledgerKey })
  if (!opening.ok) throw new Error(`Not opened: ${opening.reason} (${opening.detail})`)
  opening.ledger.onCommit(
    sale => announced.push(sale),
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
