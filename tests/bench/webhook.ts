import { join } from 'node:path'
import { systemClock } from '../../electron/main/platform/clock'
import { createServiceClient } from '../../electron/main/service/client'
import { ShopSession, type ShopSessionDeps } from '../../electron/main/shop/shop-session'
import { openLedger } from '../../electron/main/store/ledger/open-ledger'
import { HintQueue } from '../../scripts/webhook-receiver/hint-queue'
import { startReceiver } from '../../scripts/webhook-receiver/receiver'
import { statusOf } from '../../shared/payment/status'
import { allDetails } from '../support/conformance/contract'
import { ledgerKey } from '../support/database'
import { buildEngine } from '../support/payments/build-engine'
import { mobileDraft } from '../support/payments/payments'
import { startPracticeService } from '../support/practice/start'
import { unheard } from '../support/shop/session'
import { inFolder } from './measuring'
import { withShop } from './shop'

/** How soon the till knows that a customer approved. */
export interface WebhookFigures {
  /** From the service's decision until PAID is in the ledger, ms. */
  delays: readonly number[]
  /** Status reads a payment, in the mean. */
  reads: number
}

const apiKey = 'bench-api-key'
const apiSecret = 'bench-api-secret'
/** At the same time: a busy till. */
const together = 5
/** Customers take between these to approve, ms. */
const [fastest, slowest] = [1_000, 15_000]
const limitMs = 60_000

/** A real till's payment path with a real receiver on a PostgreSQL of its own; with callbacks, and with polling alone. */
export function measureWebhook(
  payments: number,
): Promise<{ withReceiver: WebhookFigures; pollingAlone: WebhookFigures }> {
  return withShop(async shop => {
    const till = await shop.addTill('Bench')
    const receiverLogin = await shop.addReader('receiver', 'duka')
    const queue = new HintQueue({
      connect: () => shop.connect(receiverLogin),
      now: () => performance.now(),
      note: () => undefined,
    })
    const receiver = await startReceiver({ host: '127.0.0.1', port: 0, queue })
    const address = { ...shop.address, role: till.role, password: till.password }
    const call = (paymentId: string) =>
      fetch(
        `${receiver.address}/hook?till=bench&payment=${paymentId}&mac=${shop.macOf(paymentId)}`,
        { method: 'POST', body: '{}' },
      )
    try {
      const nobody = async () => undefined
      return {
        withReceiver: await inFolder(folder => inTill(folder, address, payments, call)),
        pollingAlone: await inFolder(folder => inTill(folder, address, payments, nobody)),
      }
    } finally {
      await receiver.stop()
      await queue.stop()
    }
  })
}

async function inTill(
  folder: string,
  address: ShopSessionDeps['address'],
  payments: number,
  callback: (paymentId: string) => Promise<unknown>,
): Promise<WebhookFigures> {
  const service = await startPracticeService({ apiKey, apiSecret, webhooks: 'off' })
  // The bench decides when each customer approves.
  service.control.setApproval(3_000)
  const opening = openLedger({ file: join(folder, 'ledger.db'), key: ledgerKey })
  if (!opening.ok) throw new Error(`The ledger was not opened: ${opening.reason}`)
  const { ledger } = opening
  const keys = { apiKey: { reveal: () => apiKey }, apiSecret: { reveal: () => apiSecret } }
  const engine = buildEngine({
    ledger,
    client: createServiceClient({
      address: service.address,
      pathPrefix: 'service',
      keys: () => keys,
      clock: systemClock,
    }),
    clock: systemClock,
    fault(error) {
      throw error
    },
  })
  const session = new ShopSession({
    ...unheard,
    address,
    links: ledger.links,
    clock: systemClock,
    heard: paymentId => engine.openPayments.readSoon(paymentId),
    isWaiting: () => true,
  })
  ledger.onCommit(
    () => session.wake(),
    error => {
      throw error
    },
  )
  engine.start()
  try {
    const delays: number[] = []
    let next = 0
    const customer = async () => {
      while (next < payments) {
        const number = next
        next += 1
        delays.push(await payOnce(number))
      }
    }
    await Promise.all(Array.from({ length: together }, customer))
    const reads = service.control
      .requests()
      .filter(({ path }) => path.endsWith('/merchant/payments/status'))
    return { delays, reads: reads.length / payments }
  } finally {
    await session.stop()
    await engine.stop()
    opening.close()
    await service.stop()
  }

  /** The number decides how long the customer takes: both runs have the same. */
  async function payOnce(number: number): Promise<number> {
    const asked = await engine.presses.request(draftOf(number))
    if (!asked.ok) throw new Error(`${asked.code}: ${asked.message}`)
    const { id } = asked.value
    await until(() => (ledger.find(id)?.reference ?? null) !== null)
    const reference = ledger.find(id)?.reference ?? ''
    const takes = fastest + ((number * 7_919) % 1_000) * ((slowest - fastest) / 1_000)
    await new Promise(resolve => setTimeout(resolve, takes))
    const approved = performance.now()
    service.control.decide(reference, 'completed')
    await callback(id)
    await until(() => {
      const payment = ledger.find(id)
      return payment !== null && statusOf(payment) === 'paid'
    })
    return performance.now() - approved
  }
}

const draftOf = (number: number) =>
  mobileDraft({ phone: `+2557540${String(10_000 + number).slice(-5)}`, customer: allDetails })

async function until(what: () => boolean): Promise<void> {
  const end = performance.now() + limitMs
  while (!what()) {
    if (performance.now() > end) throw new Error('Not reached')
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}
