import { reconcile } from './proof/reconciliation'
import { examine, found, type Shop, type TillKind } from './shop'
import { whyNot } from './till/opening'
import { bringToRest } from './world/rest'

/** The service's log holds so many requests, and then forgets the oldest. */
const logSize = 2_000

/**
 * The sessions here last seconds, which no till believes (money rule 10): it would read for a quarter of an hour.
 * What nothing is going to decide any more, the service calls expired.
 */
function endOpenSessions({ control }: Shop['service']): void {
  for (const { reference, status, plan } of control.payments())
    if (status === 'pending' && plan.length === 0) control.decide(reference, 'expired')
}

/** A last start without a kill: brings every sale to its end, and holds all sides together. */
export async function closeBooks(shop: Shop, kind: TillKind): Promise<void> {
  const { service, proxy, journal, figures } = shop
  proxy.cut(false)
  const till = kind.start(shop.dataFolder)
  const opened = await kind.open(till, shop.place)
  // Also those of sales that only this start brings to the service.
  const ending = setInterval(() => endOpenSessions(service), 500)
  if (!opened?.selling) found(shop, 'start failed', whyNot(opened))
  else for (const sale of await bringToRest(till, kind.restMs)) found(shop, 'not taken up', sale)
  clearInterval(ending)
  till.kill()
  await till.ended
  await examine(shop, kind.opensWith)
  const requests = service.control.requests()
  if (requests.length >= logSize) throw new Error('The service has forgotten its first requests')
  const payments = service.control.payments()
  const presses = journal.presses()
  const evidence = {
    presses,
    kept: shop.kept,
    payments,
    requests,
    receivedText: proxy.receivedText(),
  }
  figures.findings.push(...reconcile(evidence))
  figures.presses += presses.length
  figures.sales += shop.kept.size
  figures.payments += payments.length
  figures.creates += requests.filter(({ path: at }) => /\/(create|pay)$/.test(at)).length
  figures.paid += [...shop.kept.values()].filter(({ sale }) => sale.outcome === 'paid').length
}
