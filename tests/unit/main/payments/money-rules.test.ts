import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type {
  AnswerFacts,
  ServiceClient,
  ServiceResponse,
  StatusRead,
} from '../../../../electron/main/service'
import type { Ledger } from '../../../../electron/main/store/ledger/ledger'
import { allowedActions } from '../../../../shared/payment/actions'
import { freshnessOf } from '../../../../shared/payment/freshness'
import type { Sale } from '../../../../shared/payment/sale'
import { applyEvent } from '../../../../shared/payment/sale-reducer'
import { meaningOf, noWords } from '../../../../shared/payment/status-words'
import { noDetails } from '../../../support/customers'
import { read } from '../../../support/payments/answers'
import { testEngineSettings } from '../../../support/payments/engine'
import { agesAt } from '../../../support/payments/sales'
import { openWorld, type Plant, type World } from '../../../support/payments/world'
import { shippedWords } from '../../../support/status-words'

/*
 * The money rules that hold from the first sale on. Each is one check over a world: a real
 * till's ledger against the practice service's own books and log. The check finds nothing in the real
 * till, and finds something in a till with a fault planted: so it can fail.
 */

type Client = ServiceClient
const drop = { kind: 'drop' } as const
/** A read within two seconds, on the hasty clock, is answered with the one before it. */
const longerThanAMoment = () => new Promise(resolve => setTimeout(resolve, 100))
/** Practice numbers, by what they make happen. */
const phones = {
  plain: '255754001212',
  other: '255754001213',
  neverAnswers: '255700000005',
  contradicts: '255700000008',
  unknownWord: '255700000010',
  wrongAmount: '255700000011',
  wrongCurrency: '255700000012',
  wrongReference: '255700000013',
  noStatus: '255700000014',
}

const creates = ({ service }: World) =>
  service.control.requests().filter(request => request.path.endsWith('/payments/create'))

/** The words of an answer that are the payment's own. */
const paymentWords = ({ facts }: StatusRead) =>
  facts.words.filter(({ of }) => of === 'payment').map(({ word }) => word)

const saleTo = (world: World, phone: string) => world.sales().find(sale => sale.msisdn === phone)

describe('rule 1: written before sent', () => {
  function checkRule1({ images }: World): string[] {
    return images.flatMap(({ request, sale, body, history }) => {
      const { idempotencyKey } = request
      if (!sale) return [`${idempotencyKey} was sent and is not on the disk`]
      const violations: string[] = []
      if (body !== request.body) violations.push(`${idempotencyKey}: other bytes on the disk`)
      if (sale.phase !== 'sending' || history.at(-1)?.type !== 'attempt-started')
        violations.push(`${idempotencyKey}: the attempt is not on the disk (${sale.phase})`)
      return violations
    })
  }

  async function lived(plant?: Plant): Promise<World> {
    const world = await openWorld(plant)
    world.service.control.rule({ operation: 'mobile-create' }, { when: 'before', effect: drop })
    world.request(phones.plain)
    await world.until(() => world.images.length >= 2)
    await world.until(() => saleTo(world, phones.plain)?.phase === 'settled')
    return world
  }

  it('holds: at the moment of sending, key, bytes and attempt are on the disk', async () => {
    expect(checkRule1(await lived())).toEqual([])
  })

  it('can fail: an attempt that is written down only after it was sent', async () => {
    const late = (ledger: Ledger): Ledger => ({
      ...ledger,
      append(id, ...events) {
        const sale = ledger.find(id)
        if (events[0]?.type !== 'attempt-started' || !sale) return ledger.append(id, ...events)
        setImmediate(() => ledger.append(id, ...events))
        return applyEvent(sale, events[0])
      },
    })
    expect(checkRule1(await lived({ ledger: late }))).not.toEqual([])
  })

  it('can fail: other bytes are recorded than are sent', async () => {
    const other = (ledger: Ledger): Ledger => ({
      ...ledger,
      request: id => ({ body: `${ledger.request(id).body} ` }),
    })
    expect(checkRule1(await lived({ ledger: other }))).not.toEqual([])
  })
})

describe('rule 2: one sale, one key, one body', () => {
  function checkRule2(world: World): string[] {
    const [sale] = world.sales()
    if (!sale) return ['there is no sale']
    const attempts = creates(world)
    const keys = new Set(attempts.map(({ headers }) => headers['x-idempotency-key']))
    const bodies = new Set(attempts.map(({ body }) => body))
    const violations = attempts.length < 3 ? ['too few attempts to say anything'] : []
    if (keys.size > 1 || !keys.has(sale.idempotencyKey)) violations.push(`${keys.size} keys`)
    if (bodies.size > 1 || !bodies.has(world.ledger().request(sale.id).body))
      violations.push(`${bodies.size} bodies`)
    return violations
  }

  async function lived(plant?: Plant): Promise<World> {
    const world = await openWorld(plant)
    const lost = { when: 'before', effect: drop } as const
    world.service.control.rule({ operation: 'mobile-create' }, lost, 2)
    const customer = { firstName: 'Zoë', lastName: 'Ng’ang’a 😀' }
    world.request(phones.plain, { customer: { ...noDetails, ...customer } })
    await world.until(() => creates(world).length >= 2)
    await world.restart()
    await world.until(() => creates(world).length >= 3)
    return world
  }

  /** A client that changes what it is given from its second attempt on. */
  const fromTheSecond =
    (change: (request: { idempotencyKey: string; body: string }) => object) =>
    (client: Client): Client => {
      let attempts = 0
      return {
        ...client,
        createMobilePayment(request) {
          attempts += 1
          return client.createMobilePayment(
            attempts === 1 ? request : { ...request, ...change(request) },
          )
        },
      }
    }

  it('holds over retries and a restart', async () => {
    expect(checkRule2(await lived())).toEqual([])
  })

  it('can fail: another key at a retry', async () => {
    const client = fromTheSecond(() => ({ idempotencyKey: randomUUID() }))
    expect(checkRule2(await lived({ client }))).not.toEqual([])
  })

  it('can fail: a body that is made again, with its fields in another order', async () => {
    const client = fromTheSecond(({ body }) => {
      const fields = Object.entries(z.record(z.string(), z.unknown()).parse(JSON.parse(body)))
      return { body: JSON.stringify(Object.fromEntries(fields.reverse())) }
    })
    expect(checkRule2(await lived({ client }))).not.toEqual([])
  })
})

describe('rule 3: at most one execution', () => {
  function checkRule3({ service }: World, pressed: number): string[] {
    const booked = service.control.payments()
    if (booked.length === 0) return ['nothing was executed, so nothing is shown']
    return booked.length > pressed ? [`${booked.length} payments for ${pressed} sales`] : []
  }

  async function lived(plant?: Plant): Promise<World> {
    const world = await openWorld(plant)
    const answerLost = { when: 'after', effect: drop } as const
    world.service.control.rule({ operation: 'mobile-create' }, answerLost, 2)
    const draftId = randomUUID()
    for (const _ of [1, 2]) world.request(phones.neverAnswers, { draftId })
    await world.until(() => creates(world).length >= 2)
    await world.restart()
    world.request(phones.neverAnswers, { draftId })
    await world.until(() => world.sales().every(sale => sale.phase === 'pending'))
    return world
  }

  it('holds over lost answers, double presses and a restart', async () => {
    const world = await lived()
    expect(checkRule3(world, 1)).toEqual([])
    expect(creates(world).length).toBeGreaterThanOrEqual(3)
  })

  it('can fail: another key for each attempt', async () => {
    const client = (real: Client): Client => ({
      ...real,
      createMobilePayment: ({ body }) =>
        real.createMobilePayment({ body, idempotencyKey: randomUUID() }),
    })
    expect(checkRule3(await lived({ client }), 1)).not.toEqual([])
  })

  it('can fail: a second press that is a second sale', async () => {
    const ledger = (real: Ledger): Ledger => ({
      ...real,
      findByDraft: () => null,
      ofPhone: () => [],
      record: (id, event, request) => real.record(id, { ...event, draftId: randomUUID() }, request),
    })
    expect(checkRule3(await lived({ ledger }), 1)).not.toEqual([])
  })
})

describe('rule 4: never sent or maybe sent is known, not guessed', () => {
  function checkRule4(world: World): string[] {
    const arrived = new Set(creates(world).map(({ headers }) => headers['x-idempotency-key']))
    return world.sales().flatMap(sale => {
      const limits = testEngineSettings.limits('mobile')
      const freshness = freshnessOf(sale, agesAt(sale, Date.now()), limits)
      const actions = allowedActions(sale, {
        freshness,
        overdue: false,
        promptGone: false,
        rest: 0,
      })
      const mayWithdraw = actions.includes('withdraw')
      if (arrived.has(sale.idempotencyKey))
        return sale.maybeSent && !mayWithdraw
          ? []
          : [`${sale.msisdn} arrived, and is called unsent`]
      return mayWithdraw ? [] : [`${sale.msisdn} never left, and is called ${sale.phase}`]
    })
  }

  async function lived(plant?: Plant): Promise<World> {
    const world = await openWorld(plant)
    const lost = { when: 'before', effect: drop } as const
    world.service.control.rule({ operation: 'mobile-create' }, lost, 100)
    world.request(phones.plain)
    await world.until(() => Boolean(saleTo(world, phones.plain)?.lastFailure))
    await world.service.stop()
    world.request(phones.other)
    await world.until(() => {
      const sale = saleTo(world, phones.other)
      return sale?.lastFailure !== null && sale?.phase !== 'sending'
    })
    await world.until(() => saleTo(world, phones.plain)?.phase !== 'sending')
    await world.engine().stop()
    return world
  }

  const saying =
    (sent: 'no' | 'maybe') =>
    (client: Client): Client => ({
      ...client,
      async createMobilePayment(request) {
        const answer = await client.createMobilePayment(request)
        return answer.class === 'unreachable' ? { ...answer, sent } : answer
      },
    })

  it('holds: what arrived and was lost cannot be withdrawn, what met nobody can', async () => {
    expect(checkRule4(await lived())).toEqual([])
  })

  it('can fail: a lost connection that is taken for never sent', async () => {
    expect(checkRule4(await lived({ client: saying('no') }))).not.toEqual([])
  })

  it('can fail: nobody there that is taken for maybe sent', async () => {
    expect(checkRule4(await lived({ client: saying('maybe') }))).not.toEqual([])
  })
})

describe('rule 5: paid means a status that the service gave', () => {
  function checkRule5({ sales, reads }: World): string[] {
    const paid = sales().filter(sale => sale.outcome === 'paid')
    const unfounded = paid.filter(sale => {
      const said = reads.filter(({ reference }) => reference === sale.reference)
      const words = said.flatMap(each => paymentWords(each.said))
      return !words.some(word => meaningOf(word, shippedWords) === 'paid')
    })
    const violations = unfounded.map(sale => `${sale.msisdn} is paid, and nobody said so`)
    return paid.length === 0 ? ['nothing was paid at all'] : violations
  }

  const createdPaid = JSON.stringify({
    status: 'success',
    code: 200,
    data: { payment_type: 'mobile', reference: 'R-created-paid', status: 'completed' },
  })
  const withoutStatus = JSON.stringify({ status: 'success', code: 200, data: { paid: true } })
  const saying = (body: string) => {
    const headers = { 'content-type': 'application/json' }
    return { when: 'before', effect: { kind: 'answer', status: 200, headers, body } } as const
  }

  async function lived(plant?: Plant): Promise<World> {
    const world = await openWorld(plant)
    const { control } = world.service
    control.rule({ operation: 'mobile-create', bodyIncludes: phones.other }, saying(createdPaid))
    control.rule({ bodyIncludes: 'R-created-paid' }, saying(withoutStatus), 1_000)
    for (const phone of [phones.plain, phones.other, phones.noStatus, phones.unknownWord])
      world.request(phone)
    const readsOf = (phone: string) => {
      const reference = saleTo(world, phone)?.reference ?? 'none yet'
      return control.requests().filter(({ body }) => body.includes(reference)).length
    }
    const enough = (phone: string) =>
      readsOf(phone) >= 3 || saleTo(world, phone)?.phase === 'settled'
    await world.until(() => [phones.other, phones.noStatus].every(enough))
    await world.until(() =>
      [phones.plain, phones.unknownWord].every(phone => saleTo(world, phone)?.phase === 'settled'),
    )
    return world
  }

  it('holds: not for an envelope’s success, a create’s `completed`, nor an unknown word', async () => {
    const world = await lived()
    expect(checkRule5(world)).toEqual([])
    expect(saleTo(world, phones.plain)).toMatchObject({ outcome: 'paid' })
    expect(saleTo(world, phones.other)).toMatchObject({ phase: 'pending', rawStatus: 'completed' })
    expect(saleTo(world, phones.noStatus)).toMatchObject({ phase: 'pending', outcome: null })
    expect(saleTo(world, phones.unknownWord)).toMatchObject({ outcome: 'unrecognised' })
  })

  it('holds with `pending` among the words that mean paid', async () => {
    const words = { ...shippedWords, paid: [...shippedWords.paid, 'pending'] }
    const world = await openWorld({ words })
    world.request(phones.plain)
    world.request(phones.neverAnswers)
    await world.until(() => world.reads.length >= 4)
    await world.until(() => saleTo(world, phones.plain)?.phase === 'settled')
    expect(checkRule5(world)).toEqual([])
    expect(saleTo(world, phones.neverAnswers)?.phase).toBe('pending')
  })

  it('can fail: the envelope’s own status is taken for the payment’s', async () => {
    const client = (real: Client): Client => ({
      ...real,
      async readMobilePayment(reference) {
        const answer = await real.readMobilePayment(reference)
        const silent = answer.class === 'unintelligible' && answer.reason === 'no-payment-status'
        return silent ? read('success', { reference }) : answer
      },
    })
    expect(checkRule5(await lived({ client }))).not.toEqual([])
  })

  it('can fail: the status of the create answer is taken for a result', async () => {
    const created = new Map<string, string>()
    const client = (real: Client): Client => ({
      ...real,
      async createMobilePayment(request) {
        const answer = await real.createMobilePayment(request)
        if (answer.class === 'ok') created.set(answer.value.reference, answer.value.status)
        return answer
      },
      async readMobilePayment(reference) {
        const answer = await real.readMobilePayment(reference)
        const status = created.get(reference) ?? 'pending'
        return status === 'pending' ? answer : read(status, { reference })
      },
    })
    expect(checkRule5(await lived({ client }))).not.toEqual([])
  })

  it('can fail: a list of words that takes every word for paid', async () => {
    const everything = Object.assign([...shippedWords.paid], { includes: () => true })
    const words = { ...noWords, paid: everything }
    expect(checkRule5(await lived({ words }))).not.toEqual([])
  })
})

describe('rule 6: a result is written once', () => {
  function checkRule6(world: World): string[] {
    return world.sales().flatMap(sale => {
      const history = world.ledger().history(sale.id)
      const results = history.flatMap(event => (event.type === 'settled' ? [event.outcome] : []))
      const said = world.reads.filter(({ reference }) => reference === sale.reference)
      const words = said.flatMap(each => paymentWords(each.said))
      const other = words.some(word => {
        const meaning = meaningOf(word, shippedWords)
        return meaning !== 'pending' && meaning !== results[0]
      })
      const violations = other ? [] : ['nothing contradicted, so nothing is shown']
      if (results.length !== 1 || sale.outcome !== results[0]) violations.push('the result changed')
      if (sale.contradiction === null || !history.some(event => event.type === 'contradicted'))
        violations.push('the contradiction was not recorded')
      return violations
    })
  }

  async function lived(plant?: Plant): Promise<World> {
    const world = await openWorld(plant)
    const sale = world.request(phones.contradicts)
    await world.until(() => saleTo(world, phones.contradicts)?.phase === 'settled')
    for (const _ of [1, 2]) {
      await longerThanAMoment()
      await world.engine().checkNow(sale?.id ?? '')
    }
    return world
  }

  it('holds: what contradicts it is recorded, not applied', async () => {
    const world = await lived()
    expect(checkRule6(world)).toEqual([])
    expect(saleTo(world, phones.contradicts)).toMatchObject({
      outcome: 'paid',
      contradiction: 'failed',
    })
  })

  it('can fail: the later answer is applied', async () => {
    const applied = (sale: Sale): Sale =>
      sale.contradiction === null ? sale : { ...sale, outcome: 'failed' }
    const ledger = (real: Ledger): Ledger => ({
      ...real,
      recent: limit => real.recent(limit).map(applied),
    })
    expect(checkRule6(await lived({ ledger }))).not.toEqual([])
  })

  it('can fail: the later answer is forgotten', async () => {
    const ledger = (real: Ledger): Ledger => ({
      ...real,
      append: (id, ...events) =>
        real.append(id, ...events.filter(event => event.type !== 'contradicted')),
    })
    expect(checkRule6(await lived({ ledger }))).not.toEqual([])
  })
})

describe('rule 10: one open push a phone number', () => {
  const requestSchema = z.object({ phone_number: z.string() })

  function checkRule10({ service }: World): string[] {
    const open = service.control.payments().filter(payment => payment.status === 'pending')
    if (open.length === 0) return ['nothing is open, so nothing is shown']
    const numbers = open.map(({ request }) => requestSchema.parse(JSON.parse(request)).phone_number)
    return new Set(numbers).size < numbers.length ? ['two open pushes on one phone'] : []
  }

  async function lived(plant?: Plant): Promise<World> {
    const world = await openWorld(plant)
    const first = world.request(phones.neverAnswers)
    await world.until(() => saleTo(world, phones.neverAnswers)?.phase === 'pending')
    const second = world.request(`+${phones.neverAnswers}`)
    const asked = first && second ? 2 : 1
    await world.until(() => world.service.control.payments().length >= asked)
    return world
  }

  it('holds', async () => {
    expect(checkRule10(await lived())).toEqual([])
  })

  it('can fail: a till that does not know what is open', async () => {
    const ledger = (real: Ledger): Ledger => ({ ...real, ofPhone: () => [] })
    expect(checkRule10(await lived({ ledger }))).not.toEqual([])
  })
})

describe('rule 12: the answer must match the sale', () => {
  const wrong = [phones.wrongAmount, phones.wrongCurrency, phones.wrongReference]

  function differs({ reference, amount }: Sale, { facts }: StatusRead): boolean {
    const { references, amounts, currencies } = facts
    if (references.length > 0 && !references.includes(reference ?? '')) return true
    if (amounts.some(({ value }) => value !== amount.value)) return true
    return currencies.some(each => each !== amount.currency)
  }

  function checkRule12({ sales, reads }: World): string[] {
    return sales().flatMap(sale => {
      const said = reads.filter(({ reference }) => reference === sale.reference)
      if (!said.some(each => differs(sale, each.said))) return []
      const violations = sale.outcome === 'paid' ? [`${sale.msisdn} is paid by another answer`] : []
      return sale.mismatch ? violations : [...violations, `${sale.msisdn} was not raised`]
    })
  }

  async function lived(plant?: Plant): Promise<World> {
    const world = await openWorld(plant)
    for (const phone of [...wrong, phones.plain]) world.request(phone)
    await world.until(() => world.sales().every(sale => sale.phase === 'settled'))
    return world
  }

  const blind =
    (hidden: Partial<AnswerFacts>) =>
    (client: Client): Client => ({
      ...client,
      async readMobilePayment(reference): Promise<ServiceResponse<StatusRead>> {
        const answer = await client.readMobilePayment(reference)
        if (answer.class !== 'ok') return answer
        const facts = { ...answer.value.facts, ...hidden }
        return { ...answer, value: { ...answer.value, facts } }
      },
    })

  it('holds for amount, currency and reference', async () => {
    const world = await lived()
    expect(checkRule12(world)).toEqual([])
    const fields = wrong.map(phone => saleTo(world, phone)?.mismatch?.field)
    expect(fields).toEqual(['amount', 'currency', 'reference'])
    expect(saleTo(world, phones.plain)?.outcome).toBe('paid')
  })

  it('can fail: a reader that does not look at the money', async () => {
    const world = await lived({ client: blind({ amounts: [], currencies: [] }) })
    expect(checkRule12(world)).toHaveLength(4)
  })

  it('can fail: a reader that does not look at the reference', async () => {
    const world = await lived({ client: blind({ references: [] }) })
    expect(checkRule12(world)).toHaveLength(2)
  })
})
