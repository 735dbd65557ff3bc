import { channelOf } from '../../../shared/ipc/bridge'
import { isOpen } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import { mobileDraft } from '../../support/payments/sales'
import type { TillProcess } from '../till/till-process'
import type { PressJournal } from './press-journal'

/** Approves, answer lost after execution, declines: see electron/practice/scenarios. */
const phones = ['255700000001', '255700000021', '255700000002'] as const
const limitMs = 4_000

/**
 * The same three sales each time: pressed one after the other, brought to their results, the paid
 * ones handed over. Ends early when the till stops selling or dies.
 */
export async function sellFixedSales(till: TillProcess, journal: PressJournal): Promise<void> {
  const sales = new Map<string, Sale>()
  till.onSale(sale => {
    journal.show(sale)
    sales.set(sale.id, sale)
  })
  const over = new Promise<void>(resolve => {
    const timer = setTimeout(resolve, limitMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const looked = () => {
      if (sales.size === phones.length && ![...sales.values()].some(isOpen)) end()
    }
    till.onSale(looked)
    till.until(stage => stage.name === 'blocked', limitMs).then(stage => stage && end())
    till.ended.then(end)
  })
  for (const [index, phone] of phones.entries()) {
    const draft = mobileDraft({ phone, value: 1_000 + index })
    const answered = journal.press(draft)
    answered(await till.ask(channelOf('sales', 'request'), draft))
  }
  await over
  for (const { id, outcome } of sales.values())
    if (outcome === 'paid') await till.ask(channelOf('sales', 'handOver'), { saleId: id })
}
