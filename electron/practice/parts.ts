import { createKeyRing } from './access/keys'
import { createRateLimiter } from './access/rate-limiter'
import { createPaymentFields } from './answers/payment-fields'
import { createTimers } from './clock'
import { createControl } from './control/control'
import { createServiceSettings } from './control/settings'
import { createGate } from './faults/gate'
import { createRules } from './faults/rules'
import { createRequestLog } from './log/request-log'
import { createAnswers } from './merchant/answers'
import { createCreator } from './merchant/create'
import { createMerchant } from './merchant/merchant'
import { createReader } from './merchant/read'
import type { CompleteOptions } from './options'
import { createBooks } from './payments/books'
import { type Journal, noJournal, openJournal } from './payments/journal'
import { createPaymentStore } from './payments/payment-store'
import { createServiceTime } from './service-time'
import { createNotifier } from './webhooks/notifier'

/** Builds a service's parts, in the order in which they need each other. */
export function createParts(options: CompleteOptions, address: string) {
  const { clock, pathPrefix, ids, apiKey, rateLimit } = options
  const timers = createTimers(clock)
  const time = createServiceTime(clock)
  const log = createRequestLog(clock)
  const rules = createRules()
  const gate = createGate()
  const settings = createServiceSettings(options)
  const keys = createKeyRing(options.keys, options.environment)
  const limiter = createRateLimiter(rateLimit, { clock, time })
  const fieldsOf = createPaymentFields(time, address)
  const notifier = createNotifier({ policy: options.webhooks, clock, timers, fieldsOf })
  const books = createBooks(openBooks(options))
  const store = createPaymentStore({ books, clock, timers, onChange: notifier.notify })
  const answers = createAnswers({ settings, time, fieldsOf })
  const paying = { store, clock, answers, settings }
  const creator = createCreator({ ...paying, ids })
  const merchant = createMerchant({ keys, limiter, creator, read: createReader(paying) })
  const parts = { clock, timers, time, log, rules, gate, keys, limiter, notifier, store, creator }
  const control = createControl({ ...parts, apiKey, rateLimit, settings })
  return { ...parts, books, merchant, control, pathPrefix }
}

function openBooks({ booksFile, booksSeal, booksKeepMs, clock }: CompleteOptions): Journal {
  if (booksFile === null) return noJournal
  const keepFrom = booksKeepMs === null ? 0 : clock.wall() - booksKeepMs
  return openJournal(booksFile, { seal: booksSeal, keepFrom })
}

export type Parts = ReturnType<typeof createParts>
