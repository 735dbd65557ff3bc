import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ConnectionManager } from '../../electron/main/connections/connection-manager'
import { PracticeEndpoint } from '../../electron/main/connections/practice-endpoint'
import { systemClock } from '../../electron/main/platform/clock'
import { systemRandom } from '../../electron/main/platform/random'
import { Workers } from '../../electron/main/platform/workers'
import type { ShopDatabase } from '../../electron/main/shop/shop-database'
import { longestExamination } from '../../electron/main/store/recovery/ledger-files'
import type { TillStore } from '../../electron/main/store/till-store'
import type { Result } from '../../shared/ipc/result'
import type { Payment } from '../../shared/payment/payment'
import { directly, listeningLog, noShop, shippedWords, startPlainWorker } from './parts'
import { type MobileDraft, mobileDraft } from './payments/payments'
import { startPracticeService } from './practice/start'
import { settingsOn, storeIn } from './store'

const neverAnswers = '255700000005'

export interface ManagerOptions {
  folder: string
  active?: 'practice' | 'sandbox' | 'production' | null
  store?: TillStore
  practiceFails?: boolean
  examinerDies?: boolean
  examinerHangs?: boolean
  listenerFails?: boolean
  shop?: Pick<ShopDatabase, 'follow' | 'others' | 'isReplaced' | 'callbackKey'>
}

/** A connection manager over a data folder, with a real vault, real settings and a real practice service. */
export function managerIn({
  folder,
  active = 'practice',
  store = storeIn(folder),
  practiceFails,
  examinerDies,
  examinerHangs,
  listenerFails,
  shop = noShop,
}: ManagerOptions) {
  const settings = settingsOn(folder, store)
  if (store.closed() === null) settings.update(all => ({ ...all, active }))
  const practice = new PracticeEndpoint({
    settings,
    start: port =>
      practiceFails
        ? Promise.reject(new Error('no port is free'))
        : startPracticeService({ port, approvalSeconds: 0.02, booksFile: join(folder, 'books') }),
  })
  const { log, lines } = listeningLog()
  const announced: Payment[] = []
  let examinations = 0
  const connections = new ConnectionManager({
    dataFolder: folder,
    settings,
    shippedWords,
    log,
    exportFolder: join(folder, 'exports'),
    examiners: new Workers({
      start() {
        examinations += 1
        const examiner = startPlainWorker()
        if (examinerDies) examiner.kill()
        return examinerHangs ? { ...examiner, send: () => undefined } : examiner
      },
      clock: systemClock,
      silence: longestExamination,
    }),
    store,
    practice,
    clock: systemClock,
    random: systemRandom,
    resolveProxy: directly,
    paymentChanged(payment) {
      if (listenerFails) throw new Error('the window is gone')
      announced.push(payment)
    },
    person: () => null,
    shop,
    changed: () => undefined,
  })
  const close = async () => {
    await connections.close()
    await practice.stop()
  }
  onTestFinished(close)
  const take = (draft: MobileDraft) => {
    const sold = atOnce(connections.engine()?.presses.request(draft))
    if (!sold?.ok) throw new Error(`not sold: ${sold?.message}`)
    return sold.value.id
  }
  const sell = (phone = neverAnswers) => take(mobileDraft({ phone }))
  let customers = 0
  /** Sells to a customer with this first name and a number of their own. */
  const sellTo = (firstName: string) => {
    customers += 1
    const draft = mobileDraft({ phone: `2557540030${String(customers).padStart(2, '0')}` })
    return take({ ...draft, customer: { ...draft.customer, firstName } })
  }
  return {
    folder,
    settings,
    store,
    connections,
    lines,
    announced,
    sell,
    sellTo,
    close,
    examinations: () => examinations,
  }
}

/** What a till in no shop of many tills answers: it asks no one, so it answers at once. */
function atOnce<Value>(
  asked: Result<Value> | Promise<Result<Value>> | undefined,
): Result<Value> | undefined {
  if (asked instanceof Promise) throw new Error('Another till was asked')
  return asked
}
