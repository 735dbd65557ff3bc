import type { Sale } from '../../../shared/payment/sale'
import type { Finding } from './finding'
import { follows, type KeptSale } from './ledger-copy'

/**
 * What a ledger may never lose between two looks at it: an event that was in it, and a state of a
 * sale that the till had already shown to its windows.
 */
export function forgotten(
  before: ReadonlyMap<string, KeptSale>,
  now: ReadonlyMap<string, KeptSale>,
  shown: readonly Sale[],
): Finding[] {
  const findings: Finding[] = []
  for (const [id, { events }] of before) {
    const after = now.get(id)?.events ?? []
    if (JSON.stringify(after.slice(0, events.length)) !== JSON.stringify(events))
      findings.push({ kind: 'forgotten', detail: `events of ${id} that were there before` })
  }
  for (const sale of shown)
    if (!wasOnce(sale, now.get(sale.id)))
      findings.push({ kind: 'forgotten', detail: `${sale.id}, which was shown as ${sale.phase}` })
  return findings
}

/** Whether the sale had exactly this state after some of its events. */
function wasOnce(sale: Sale, kept: KeptSale | undefined): boolean {
  const events = kept?.events ?? []
  return events.some((_event, index) => follows(sale, events.slice(0, index + 1)))
}
