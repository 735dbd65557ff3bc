import { credentialPattern, type Environment, type PracticeKey } from './access/keys'
import type { RateLimit } from './access/rate-limiter'
import type { AnswerFormName } from './answers/forms'
import { type Clock, systemClock } from './clock'
import { noHooks, type ServiceHooks } from './hooks'
import { type LineSeal, plainLines } from './payments/journal'
import { Ids, type Random, systemRandom } from './random'
import type { SessionSeconds } from './settings'

/** The options of a practice service. Each has a default. */
export interface PracticeOptions {
  /** 0, the default: any free one. It listens on 127.0.0.1 only. */
  port?: number
  /** The first path segment, which the contract does not reveal. `service` when absent. */
  pathPrefix?: string
  /** `sandbox` when absent. Keys of the other one are rejected (§5 rule 4). */
  environment?: Environment
  /** Random when absent. */
  apiKey?: string
  apiSecret?: string
  /** Further keys: revoked ones, of the other environment, of accounts that may not take cards. */
  extraKeys?: readonly PracticeKey[]
  /** How long a payment can be paid. Two minutes (mobile) and a quarter of an hour (card). */
  sessionSeconds?: Partial<SessionSeconds>
  /** How long a customer takes to approve or to decline: 5 when absent. */
  approvalSeconds?: number
  /** Divides the times in the scenario table: 10 makes 40 s into 4 s. 1 when absent. */
  speed?: number
  /** The form of the answers about payments: `enveloped`, the contract's, when absent. */
  answers?: AnswerFormName
  /** None when absent or null. */
  rateLimit?: RateLimit | null
  /** The file of the books, which survives a restart; in memory only when absent. */
  booksFile?: string
  /** How each line of the books is written; plain when absent. */
  booksSeal?: LineSeal
  /** What expired longer ago is dropped at the start, ms; nothing when absent. */
  booksKeepMs?: number
  /** None when absent. */
  hooks?: ServiceHooks
  clock?: Clock
  random?: Random
}

/** The account of the service's own key, also when the key is a new one at each start. */
const ownAccount = 'practice'

/** `/checkout` is the service's own. */
const prefixPattern = /^(?!checkout$)[\w.~-]+$/

function assertSensible(prefix: string, credentials: readonly string[]): void {
  if (!prefixPattern.test(prefix))
    throw new Error(
      `The path prefix "${prefix}" cannot be used: give one path segment of letters and digits, other than "checkout".`,
    )
  if (!credentials.every(each => credentialPattern.test(each)))
    throw new Error('A key and a secret are 8 to 200 letters, digits or any of . _ ~ + / = - each.')
}

/** Fills in what `options` leave out. Throws when one is not possible. */
export function completeOptions(options: PracticeOptions) {
  const { environment = 'sandbox', random = systemRandom, pathPrefix = 'service' } = options
  const ids = new Ids(random)
  const apiKey = options.apiKey ?? ids.credential('key', environment)
  const apiSecret = options.apiSecret ?? ids.credential('secret', environment)
  assertSensible(pathPrefix, [apiKey, apiSecret])
  const own: PracticeKey = { apiKey, apiSecret, account: ownAccount, environment }
  return {
    port: options.port ?? 0,
    pathPrefix,
    environment,
    apiKey,
    apiSecret,
    keys: [own, ...(options.extraKeys ?? [])],
    pace: {
      approvalSeconds: options.approvalSeconds ?? 5,
      sessionSeconds: { mobile: 120, card: 900, ...options.sessionSeconds },
      speed: options.speed ?? 1,
    },
    answers: options.answers ?? 'enveloped',
    rateLimit: options.rateLimit ?? null,
    booksFile: options.booksFile ?? null,
    booksSeal: options.booksSeal ?? plainLines,
    booksKeepMs: options.booksKeepMs ?? null,
    hooks: options.hooks ?? noHooks,
    clock: options.clock ?? systemClock,
    ids,
  }
}

export type CompleteOptions = ReturnType<typeof completeOptions>
