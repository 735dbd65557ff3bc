import type {
  Ok,
  PreparedRequest,
  ServiceClient,
  ServiceResponse,
  StatusRead,
} from '../../../electron/main/service'
import type { Ledger } from '../../../electron/main/store/ledger/ledger'
import { applyEvent } from '../../../shared/payment/reducer'
import { withMethods } from '../../support/parts'
import type { Wrap } from '../till/adapter'

/* Bugs placed between the engine and its dependencies. */

const onClient =
  (change: (client: ServiceClient) => Partial<ServiceClient>): Wrap =>
  parts => ({ ...parts, client: { ...parts.client, ...change(parts.client) } })

/** Changes what the engine gives to each create. */
const onRequests = (change: (request: PreparedRequest) => PreparedRequest) =>
  onClient(client => ({
    createMobilePayment: request => client.createMobilePayment(change(request)),
    createCardPayment: request => client.createCardPayment(change(request)),
  }))

/** Changes what the engine gets of each create. */
const onCreates = (change: <T>(answer: ServiceResponse<T>) => ServiceResponse<T>) =>
  onClient(client => ({
    createMobilePayment: async request => change(await client.createMobilePayment(request)),
    createCardPayment: async request => change(await client.createCardPayment(request)),
  }))

const onReads = (change: (answer: ServiceResponse<StatusRead>) => ServiceResponse<StatusRead>) =>
  onClient(client => ({
    readMobilePayment: async reference => change(await client.readMobilePayment(reference)),
    readCardPayment: async reference => change(await client.readCardPayment(reference)),
  }))

const onAnswers =
  (change: <T>(answer: ServiceResponse<T>) => ServiceResponse<T>): Wrap =>
  parts =>
    onReads(change)(onCreates(change)(parts))

const onLedger =
  (change: (ledger: Ledger) => Partial<Ledger>): Wrap =>
  parts => ({ ...parts, ledger: withMethods(parts.ledger, change(parts.ledger)) })

/** The attempt goes out first and is written down a moment later. */
export const writtenTooLate = onLedger(ledger => ({
  record(id, event, request, following = []) {
    const payment = ledger.record(id, event, request)
    if (following.length > 0) queueMicrotask(() => ledger.append(id, ...following))
    return following.reduce(applyEvent, payment)
  },
  append(id, ...events) {
    const payment = ledger.find(id)
    const [event] = events
    if (event?.type !== 'attempt-started' || !payment) return ledger.append(id, ...events)
    queueMicrotask(() => ledger.append(id, ...events))
    return applyEvent(payment, event)
  },
}))

/** What is sent is not what was committed. */
export const otherBytes = onLedger(ledger => ({
  request: id => ({ body: `${ledger.request(id).body} ` }),
}))

/** From a payment's second attempt on, its body is built again. */
export const bodyRebuilt: Wrap = parts => {
  const sent = new Set<string>()
  return onRequests(request => {
    const isFirst = !sent.has(request.idempotencyKey)
    sent.add(request.idempotencyKey)
    return isFirst ? request : { ...request, body: reversed(request.body) }
  })(parts)
}

function reversed(body: string): string {
  const fields = Object.entries(JSON.parse(body) as Record<string, unknown>)
  return JSON.stringify(Object.fromEntries(fields.reverse()))
}

/** Each attempt has a key of its own. */
export const newKeyEachTime: Wrap = parts =>
  onRequests(({ body }) => ({ body, idempotencyKey: parts.random.idempotencyKey() }))(parts)

/** A second press of the same draft is a second payment. */
export const everyPressIsAPayment: Wrap = parts => {
  const { ledger, random } = parts
  return onLedger(() => ({
    // Of cash the draft's id alone says which draft it was.
    findByDraft: draftId => {
      const first = ledger.findByDraft(draftId)
      return first?.channel === 'cash' ? first : null
    },
    ofPhone: () => [],
    record: (id, event, ...sent) => {
      const draftId = event.channel === 'cash' ? event.draftId : random.idempotencyKey()
      return ledger.record(id, { ...event, draftId }, ...sent)
    },
  }))(parts)
}

/** A reset connection is taken for one that carried nothing: an error code, not evidence. */
export const guessedFromTheCode = onCreates(answer =>
  answer.class === 'unreachable' && answer.detail === 'ECONNRESET'
    ? { ...answer, sent: 'no' }
    : answer,
)

/** Whatever got no answer is called never sent. */
export const sentHeadersNotNoticed = onCreates(answer =>
  answer.class === 'unreachable' ? { ...answer, sent: 'no' } : answer,
)

type Words = StatusRead['facts']['words']

/** The same answer with other status words. */
function withWords(answer: Ok<StatusRead>, change: (words: Words) => Words): Ok<StatusRead> {
  const { facts } = answer.value
  const changed = { ...facts, words: change(facts.words) }
  return { ...answer, value: { ...answer.value, facts: changed } }
}

/** The processor's word counts, although the payment's own status is still pending. */
export const approvedIsPaid = onReads(answer =>
  answer.class === 'ok' && answer.value.providerStatus === 'APPROVED'
    ? withWords(answer, () => ['completed'])
    : answer,
)

/** A status word is shown in the till's own spelling. */
export const statusWordsNormalised = onReads(answer =>
  answer.class === 'ok'
    ? withWords(answer, words => words.map(word => word.toUpperCase()))
    : answer,
)

/** A 401 is met as if the service were only busy. */
export const rejectedKeysAreTriedAgain = onAnswers(answer =>
  answer.class === 'unauthorized' ? { ...answer, class: 'throttled', own: true } : answer,
)

/** What the service asks for is not heard. */
export const pausesIgnored = onAnswers(answer => {
  if (answer.class === 'unreachable') return answer
  return { ...answer, limits: { retryAfter: null, limit: null, remaining: null, resetIn: null } }
})

/** Every pause is drawn as none. */
export const noPauses: Wrap = parts => ({
  ...parts,
  random: { ...parts.random, fraction: () => 0 },
})

/** Alarms that are far off are lost, the poller's heartbeat too. */
export const alarmsAreLost: Wrap = parts => ({
  ...parts,
  clock: {
    ...parts.clock,
    after: (delay, action) => (delay > 3_000 ? () => undefined : parts.clock.after(delay, action)),
  },
})
