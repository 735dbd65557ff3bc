import { createKeyRing } from './access/keys'
import { createRateLimiter } from './access/rate-limiter'
import { createControl } from './control/control'
import { createPaceSetting } from './control/pace-setting'
import { createGate } from './faults/gate'
import { createRules } from './faults/rules'
import { createRequestLog } from './log/request-log'
import { createCreator } from './merchant/create'
import { createMerchant } from './merchant/merchant'
import { createReader } from './merchant/read'
import type { CompleteOptions } from './options'
import { createBooks } from './payments/books'
import { createDesk } from './payments/desk'
import { type Journal, noJournal, openJournal } from './payments/journal'
import { createServiceTime } from './service-time'
import { createTimers } from './timers'
import { createNotifier } from './webhooks/notifier'

/** Builds a service's parts, in the order in which they need each other. */
export function createParts(options: CompleteOptions, address: string) {
  const { clock, pathPrefix, ids, apiKey, rateLimit } = options
  const timers = createTimers(clock)
  const time = createServiceTime(clock)
  const log = createRequestLog(clock)
  const rules = createRules()
  const gate = createGate()
  const pace = createPaceSetting(options.pace)
  const keys = createKeyRing(options.keys, options.environment)
  const limiter = createRateLimiter(rateLimit, { clock, time })
  const notifier = createNotifier({ policy: options.webhooks, clock, timers, time })
  const books = createBooks(openBooks(options))
  const desk = createDesk({ books, clock, timers, onChange: notifier.notify })
  const creator = createCreator({ desk, clock, ids, time, address, pace: pace.current })
  const read = createReader({ desk, time })
  const merchant = createMerchant({ keys, limiter, creator, read })
  const parts = { clock, timers, time, log, rules, gate, keys, limiter, notifier, desk, creator }
  const control = createControl({ ...parts, apiKey, rateLimit, pace })
  return { ...parts, books, merchant, control, pathPrefix }
}

function openBooks({ booksFile, booksSeal, booksKeepMs, clock }: CompleteOptions): Journal {
  if (booksFile === null) return noJournal
  const keepFrom = booksKeepMs === null ? 0 : clock.wall() - booksKeepMs
  return openJournal(booksFile, { seal: booksSeal, keepFrom })
}

export type Parts = ReturnType<typeof createParts>
