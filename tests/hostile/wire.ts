import fc from 'fast-check'
import { systemClock } from '../../electron/main/platform/clock'
import type {
  Accepted,
  ServiceClient,
  ServiceResponse,
  StatusRead,
} from '../../electron/main/service'
import { createServiceClient } from '../../electron/main/service/client'
import type { Exchange } from '../../electron/main/service/exchange'
import { isSound, type PaymentFacts } from './body-grammar'
import { realParsers } from './parsers'
import {
  acceptedPlainly,
  afterAttempt,
  afterRead,
  attempted,
  judged,
  judgeKept,
  judgeRead,
  judgeSoundAttempt,
  judgeSoundRead,
  recordedPayment,
} from './payment-run'
import { isPlainWire, type WireSpec, wireBody, wireSpec } from './wire-grammar'
import { leftoverReference, startWireService, type WireService } from './wire-service'

/** Public (§5.1): a reference may begin with it, and is kept as it is. */
const apiKey = 'pk-live-1'
const apiSecret = 'sk-live-0123456789abcdef'
/** Short, so that silence costs little; the whole call ends at `call` whatever happens. */
// Above what a busy computer takes for an answer that came: one that came late says nothing.
const timeouts = { connect: 4_000, headers: 1_500, body: 1_500, call: 4_000 }
/** A loaded machine is slow; beyond this a call hangs. */
const hangs = 20_000
const batchSize = 24

export interface WireHunt {
  exchanges: number
  ms: number
  seed: number
  slowest: number
  classes: ReadonlyMap<string, number>
  failure: { message: string; smallest: string } | null
}

/** Sends `batches` of requests, in flight together, to a service that answers raw bytes by a grammar. */
export async function huntWire(batches: number, seed: number): Promise<WireHunt> {
  const classes = new Map<string, number>()
  const began = performance.now()
  const service = await startWireService()
  const client = clientOf(service)
  let marks = 0
  let slowest = 0

  async function exchangeOne(spec: WireSpec): Promise<void> {
    const mark = `M-${++marks}`
    const facts = factsOf(mark)
    service.scripts.set(mark, { mark, spec, facts })
    const start = performance.now()
    const isRead = marks % 2 === 0
    const isCard = facts.channel === 'card'
    const read = isCard ? client.readCardPayment : client.readMobilePayment
    const create = isCard ? client.createCardPayment : client.createMobilePayment
    const call: Promise<ServiceResponse<Accepted | StatusRead>> = isRead
      ? read(facts.reference)
      : create({ idempotencyKey: mark, body: '{}' })
    const answer = await within(call)
    slowest = Math.max(slowest, performance.now() - start)
    service.scripts.delete(mark)
    const kind = kindOf(answer, isRead)
    classes.set(kind, (classes.get(kind) ?? 0) + 1)
    const faults = wireFaults(answer, spec, facts, service.arrived.delete(mark))
    if (faults.length > 0) throw new Error(faults.join('; '))
    judgePayment(answer, spec, facts, isRead)
  }

  const property = fc.asyncProperty(
    fc.array(wireSpec, { minLength: batchSize, maxLength: batchSize }),
    async specs => {
      await Promise.all(specs.map(exchangeOne))
      await recover(client)
    },
  )
  try {
    const details = await fc.check(property, { numRuns: batches, seed, endOnFailure: true })
    const failure = details.failed
      ? {
          message: String(details.errorInstance),
          smallest: fc.stringify(details.counterexample).slice(0, 3_000),
        }
      : null
    return { exchanges: marks, ms: performance.now() - began, seed, slowest, classes, failure }
  } finally {
    await client.close()
    await service.close()
  }
}

function kindOf(answer: ServiceResponse<Accepted | StatusRead>, isRead: boolean): string {
  const kind =
    answer.class === 'unintelligible' ? `${answer.class}, ${answer.reason}` : answer.class
  return `${isRead ? 'read' : 'create'}: ${kind}`
}

function clientOf(service: WireService): ServiceClient {
  const secret = (text: string) => ({ reveal: () => text })
  return createServiceClient({
    address: service.address,
    pathPrefix: 'service',
    keys: () => ({ apiKey: secret(apiKey), apiSecret: secret(apiSecret) }),
    clock: systemClock,
    timeouts,
  })
}

function factsOf(mark: string): PaymentFacts {
  const amount = { currency: 'TZS', value: 15_000 }
  const reference = /[78]$/.test(mark) ? `${apiKey}-${mark}` : `R-${mark}`
  const channel = /[56]$/.test(mark) ? 'card' : 'mobile'
  const expiresAt = Date.UTC(2026, 0, 5, 9)
  const checkoutUrl = `https://pay.example/c/${apiKey}/${mark}`
  return { channel, amount, reference, expiresAt, checkoutUrl }
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A call hangs')), hangs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** What was wrong with an answer, whatever it says. */
function wireFaults(
  answer: ServiceResponse<Accepted | StatusRead>,
  spec: WireSpec,
  facts: PaymentFacts,
  hasArrived: boolean,
): string[] {
  const faults: string[] = []
  const text = JSON.stringify(answer)
  if (text.includes(apiSecret)) faults.push('the secret is shown')
  // Of a body that ends where the connection does, what follows is part: it is kept to be read by a person, not believed.
  if (answer.class !== 'unintelligible' && text.includes(leftoverReference))
    faults.push('an answer to no request was believed')
  if (answer.class === 'unreachable' && answer.sent === 'no' && hasArrived)
    faults.push('it arrived, and is called never sent')
  const status = / (\d{3})\b/.exec(spec.statusLine)?.[1]
  if (answer.class === 'refused' && !status?.startsWith('4'))
    faults.push('refused, but the service did not refuse it')
  if (answer.class === 'unauthorized' && status !== '401')
    faults.push('keys rejected, but the service did not reject them')
  if (answer.class !== 'ok') return faults
  if (!/^http\/1\.[01] +2\d\d\b/i.test(spec.statusLine)) faults.push('ok without a 2xx')
  const lost = spec.cut === null ? '' : lostText(spec, wireBody(spec, facts))
  if (lost.trim() !== '') faults.push('an answer that was cut off was believed')
  return faults
}

type Answer<Method extends 'createMobilePayment' | 'readMobilePayment'> = Awaited<
  ReturnType<ServiceClient[Method]>
>

/** What became of the payment by these bytes at the most; where nothing is odd on the wire, by what was meant. */
function judgePayment(
  answer: ServiceResponse<Accepted | StatusRead>,
  spec: WireSpec,
  facts: PaymentFacts,
  isRead: boolean,
): void {
  const bytes = { kind: 'whole', bytes: wireBody(spec, facts) } as const
  const exchange: Exchange = { kind: 'response', status: 200, headers: {}, body: bytes }
  const limits = { retryAfter: undefined, resetIn: undefined, date: undefined }
  const { body } = spec
  const headers = { headers: {}, ...limits }
  const meant = { kind: 'response', status: 200, headers, body, end: 'whole' } as const
  const isPlain = isPlainWire(spec) && isSound(body)
  judged(exchange, () => {
    if (isRead) {
      const before = acceptedPlainly(realParsers, facts)
      const after = afterRead(realParsers, before, answer as Answer<'readMobilePayment'>)
      judgeRead(before, after, exchange, facts)
      if (isPlain) judgeSoundRead(before, after, meant, facts)
    } else {
      const before = attempted(realParsers, recordedPayment(facts))
      const after = afterAttempt(realParsers, before, answer as Answer<'createMobilePayment'>)
      judgeKept(after, exchange)
      if (isPlain) judgeSoundAttempt(before, after, meant, facts)
    }
  })
}

/** Of a body that ends where the connection does, a cut can take white space without harm. */
function lostText(spec: WireSpec, body: Buffer): string {
  if (spec.framing !== 'until it closes' && spec.framing !== 'a length too small') return 'cut'
  const about = Math.ceil(body.length * (1 - (spec.cut ?? 0)) * 3)
  return body.subarray(Math.max(0, body.length - Math.min(2, about))).toString()
}

/** After whatever it was told, the client works: on a connection that is not the spoilt one. */
async function recover(client: ServiceClient): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const answer = await within(client.createMobilePayment({ idempotencyKey: 'plain', body: '{}' }))
    if (JSON.stringify(answer).includes(leftoverReference))
      throw new Error('an answer to no request was believed')
    if (answer.class === 'ok') return
  }
  throw new Error('the client does not recover')
}
