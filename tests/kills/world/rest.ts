import { channelOf } from '../../../shared/ipc/bridge'
import { isOpen } from '../../../shared/payment/actions'
import type { Phase, Sale } from '../../../shared/payment/sale'
import type { TillProcess } from '../till/till-process'

const betweenLooks = 250

const next: Partial<Record<Phase, string>> = {
  held: 'sendNow',
  unknown: 'tryAgain',
  pending: 'checkNow',
}

/**
 * Presses what brings open sales on until none is open, then reads the expired ones once more.
 * Answers, for people, which sales were still open when the time was over.
 */
export async function bringToRest(till: TillProcess, limitMs: number): Promise<string[]> {
  const endsAt = performance.now() + limitMs
  let open = await openSales(till)
  while (open.length > 0 && performance.now() < endsAt) {
    await Promise.all(open.map(sale => press(till, sale)))
    await new Promise(resolve => setTimeout(resolve, betweenLooks))
    open = await openSales(till)
  }
  const expired = (await sales(till)).filter(({ phase }) => phase === 'expired')
  await Promise.all(expired.map(({ id }) => ask(till, 'checkNow', { saleId: id })))
  return open.map(sale => JSON.stringify(sale))
}

async function press(till: TillProcess, { id, phase }: Sale): Promise<void> {
  const name = next[phase]
  if (name) await ask(till, name, { saleId: id })
}

/** A refused repeat is for a manager: no press settles it (money rule 4). What the books say of it is compared later. */
const isForManager = ({ phase, repeatRefused }: Sale) => phase === 'unknown' && repeatRefused

const openSales = async (till: TillProcess) =>
  (await sales(till)).filter(sale => isOpen(sale) && !isForManager(sale))

async function sales(till: TillProcess): Promise<readonly Sale[]> {
  const answer = await ask(till, 'recent')
  return answer?.ok ? (answer.value as readonly Sale[]) : []
}

const ask = (till: TillProcess, name: string, argument?: unknown) =>
  till.ask(channelOf('sales', name), argument)
