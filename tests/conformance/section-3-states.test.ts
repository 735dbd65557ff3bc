import { describe, expect, it } from 'vitest'
import { cardStatus, paths } from '../support/conformance/contract'
import { envelope, tillBetween } from '../support/conformance/scripted'
import {
  createCard,
  dataOf,
  readCard,
  referenceOf,
  startService,
} from '../support/conformance/service'
import { openTill } from '../support/conformance/till'
import { shippedWords as shipped } from '../support/parts'
import { giveBackAll } from '../support/payments/give-back'
import { cardDraft, mobileDraft } from '../support/payments/payments'
import { phoneOf } from '../support/practice/service'

const minute = 60_000

/** A person who asks again sooner is shown the last answer, ms. */
const askedAgain = 2_000

/** A card payment that waits for its checkout page, at a till with its service. */
async function openPending() {
  const till = await openTill()
  const { id, reference } = await till.sell(cardDraft())
  const decide = (status: string, providerStatus: string | null = null) =>
    till.service.control.decide(reference ?? '', status, providerStatus)
  const reads = () =>
    till.service.control.requests().filter(each => each.path === paths.cardStatus).length
  const readAgain = async () => {
    await till.clock.pass(askedAgain)
    await till.engine.actions.checkNow(id)
  }
  return { ...till, id, reference: reference ?? '', decide, reads, readAgain }
}

describe('pending', () => {
  // Proves 1 ¶7; 3 `pending`
  it('is not final: the payment stays open, and nothing is handed over', async () => {
    const till = await openPending()
    await till.clock.pass(minute)
    expect(till.payment(till.id)).toMatchObject({ phase: 'pending', outcome: null })
    expect(till.engine.presses.handOver(till.id).ok).toBe(false)
  })

  // Proves 3 rule 1; 4.3 no charge
  it('is all that a create can make of a payment, even one that says paid', async () => {
    const created = envelope({ reference: 'R-1', status: 'paid' })
    const till = await tillBetween(created, [envelope({ status: 'pending' })])
    for (const draft of [mobileDraft(), cardDraft()]) {
      const { id } = await till.sell(draft)
      expect(till.payment(id)).toMatchObject({ phase: 'pending', outcome: null })
      await till.engine.actions.checkNow(id)
      expect(till.payment(id)).toMatchObject({ phase: 'pending', outcome: null })
    }
  })
})

describe('Other values of status', () => {
  // Proves 3 other values
  it.each([
    ...shipped.paid.map(word => [word, 'paid'] as const),
    ...shipped.failed.map(word => [word, 'failed'] as const),
  ])('%s means %s', async (word, outcome) => {
    const till = await openPending()
    till.decide(word)
    await till.engine.actions.checkNow(till.id)
    expect(till.payment(till.id)).toMatchObject({ outcome, rawStatus: word })
  })

  // Proves 3 other values; unsaid: Every status word but `pending`
  it.each(['processed_ok', 'paid?', 'not paid', 'authorised', 'PAID_PARTIALLY', '200', 'ok'])(
    '%s is shown as it came, and is never paid',
    async word => {
      const till = await openPending()
      till.decide(word)
      await till.engine.actions.checkNow(till.id)
      expect(till.payment(till.id)).toMatchObject({
        phase: 'settled',
        outcome: 'unrecognised',
        rawStatus: word,
      })
      expect(till.engine.presses.handOver(till.id).ok).toBe(false)
    },
  )

  // Proves 3 other values
  it.each([
    ['COMPLETED', 'paid'],
    [' Success ', 'paid'],
    ['FAILED', 'failed'],
    ['Voided', 'failed'],
  ])('%j means %s, in any case of letters and white space', async (word, outcome) => {
    const till = await openPending()
    till.decide(word)
    await till.engine.actions.checkNow(till.id)
    expect(till.payment(till.id)).toMatchObject({ outcome, rawStatus: word.trim() })
  })

  // Proves 3 other values; unsaid: Every status word but `pending`
  it('an unknown word means what a manager says', async () => {
    const till = await openPending()
    till.decide('processed_ok')
    await till.engine.actions.checkNow(till.id)
    expect(till.engine.actions.classifyStatus(till.id, 'paid').ok).toBe(true)
    expect(till.payment(till.id)).toMatchObject({ outcome: 'paid', rawStatus: 'processed_ok' })
  })
})

describe('A word without a meaning is no result', () => {
  // Proves 3 other values
  it('processing, then completed, is paid and no contradiction', async () => {
    const till = await openTill()
    const { id } = await till.sell(mobileDraft({ phone: phoneOf('in-progress-word') }))
    await till.clock.pass(10_000)
    expect(till.payment(id)).toMatchObject({ outcome: 'unrecognised', rawStatus: 'processing' })
    await till.clock.pass(10_000)
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject({
      outcome: 'paid',
      rawStatus: 'completed',
      contradiction: null,
      late: false,
    })
  })

  // Proves 3 other values
  it.each([
    ['completed', 'paid'],
    ['failed', 'failed'],
  ])('a later %s settles the payment: %s', async (word, outcome) => {
    const till = await openPending()
    till.decide('processing')
    await till.engine.actions.checkNow(till.id)
    till.decide(word)
    await till.readAgain()
    expect(till.payment(till.id)).toMatchObject({ outcome, rawStatus: word, contradiction: null })
  })

  // Proves 3 other values
  it('a later pending opens the payment again, and it is polled', async () => {
    const till = await openPending()
    till.decide('processing')
    await till.engine.actions.checkNow(till.id)
    till.decide('pending')
    await till.readAgain()
    expect(till.payment(till.id)).toMatchObject({ phase: 'pending', outcome: null })
    till.decide('completed')
    await till.clock.pass(minute)
    expect(till.payment(till.id)).toMatchObject({ outcome: 'paid', contradiction: null })
  })

  // Proves 3 other values
  it('a manager can say that it means in progress: then it is polled on', async () => {
    const till = await openPending()
    till.decide('processing')
    await till.clock.pass(20_000)
    const reads = till.reads()
    await till.clock.pass(minute)
    expect(till.reads()).toBe(reads)
    expect(till.engine.actions.classifyStatus(till.id, 'pending').ok).toBe(true)
    expect(till.payment(till.id)).toMatchObject({ phase: 'pending', outcome: null })
    till.decide('completed')
    await till.clock.pass(minute)
    expect(till.payment(till.id)).toMatchObject({ outcome: 'paid', contradiction: null })
  })

  // Proves 3 other values
  it('a word that the settings call in progress is polled from the first', async () => {
    const words = { ...shipped, pending: ['pending', 'processing'] }
    const till = await openTill({}, { words })
    const { id } = await till.sell(mobileDraft({ phone: phoneOf('in-progress-word') }))
    await till.clock.pass(10_000)
    expect(till.payment(id)).toMatchObject({ phase: 'pending', rawStatus: 'processing' })
    await till.clock.pass(20_000)
    expect(till.payment(id)).toMatchObject({ outcome: 'paid', contradiction: null })
  })

  // Proves 3 other values
  it('one that was said with another amount is settled by no later word', async () => {
    const till = await openTill()
    const { id } = await till.sell(mobileDraft({ phone: phoneOf('wrong-amount') }))
    await till.clock.pass(20_000)
    expect(till.payment(id)).toMatchObject({
      outcome: 'unrecognised',
      mismatch: { field: 'amount' },
    })
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject({ outcome: 'unrecognised' })
    expect(till.engine.actions.classifyStatus(id, 'paid').ok).toBe(false)
  })
})

describe('Transitions', () => {
  // Proves 3 transitions; unsaid: Transitions
  it.each([
    ['completed', 'failed', 'paid'],
    ['failed', 'completed', 'failed'],
  ])(
    'a result that changes from %s to %s is recorded, not applied',
    async (one, other, outcome) => {
      const till = await openPending()
      till.decide(one)
      await till.engine.actions.checkNow(till.id)
      till.decide(other)
      await till.readAgain()
      expect(till.payment(till.id)).toMatchObject({ outcome, rawStatus: one, contradiction: other })
    },
  )
})

describe('A refund, of which the contract says nothing', () => {
  // Proves 3 refunds
  it.each(['service', 'cash'] as const)(
    'PAID stays what it was when a person records a refund (%s), and the service is not called',
    async how => {
      const till = await openPending()
      till.decide('completed', 'APPROVED')
      await till.engine.actions.checkNow(till.id)
      const paid = till.payment(till.id)
      const requests = till.service.control.requests().length
      expect(giveBackAll(till.engine.sales, till.id, how, 'brought back').ok).toBe(true)
      expect({ ...till.payment(till.id), givenBack: [] }).toEqual(paid)
      expect(paid).toMatchObject({ outcome: 'paid', rawStatus: 'completed' })
      expect(till.service.control.requests()).toHaveLength(requests)
    },
  )

  // Proves 3 refunds; unsaid: Refunds
  it('PAID stays also when the service names the refund afterwards: that is recorded, not applied', async () => {
    const till = await openPending()
    till.decide('completed')
    await till.engine.actions.checkNow(till.id)
    giveBackAll(till.engine.sales, till.id, 'service', 'brought back')
    till.decide('reversed')
    await till.clock.pass(5_000)
    await till.engine.actions.checkNow(till.id)
    expect(till.payment(till.id)).toMatchObject({
      outcome: 'paid',
      rawStatus: 'completed',
      contradiction: 'reversed',
      givenBack: [{ way: 'service' }],
    })
  })
})

describe('Rule 2: a status that is no longer pending is final for polling', () => {
  // Proves 3 rule 2 a; 4.4 polling b
  it.each(['completed', 'failed', 'a-word-of-its-own'])('polling stops at %s', async status => {
    const till = await openPending()
    await till.clock.pass(10_000)
    till.decide(status)
    await till.clock.pass(20_000)
    expect(till.payment(till.id).phase).toBe('settled')
    const reads = till.reads()
    await till.clock.pass(30 * minute)
    expect(till.reads()).toBe(reads)
  })

  // Proves 3 rule 2 b; 4.4 polling b
  it('polling stops when expires_at has passed', async () => {
    const till = await openPending()
    const { expiresAt } = till.payment(till.id)
    await till.clock.pass((expiresAt ?? 0) - till.clock.wall() + minute)
    expect(till.payment(till.id).phase).toBe('expired')
    const reads = till.reads()
    await till.clock.pass(60 * minute)
    expect(till.reads()).toBe(reads)
  })

  // Proves 3 rule 2 b
  it('the last read comes after expires_at, so that nothing decided until then is missed', async () => {
    const till = await openPending()
    const { expiresAt } = till.payment(till.id)
    await till.clock.pass((expiresAt ?? 0) - till.clock.wall() + minute)
    expect(till.service.control.requests().at(-1)?.at).toBeGreaterThanOrEqual(expiresAt ?? Infinity)
  })

  // Proves 3 rule 2 b
  it('what is paid after that is still found, by a read that a person asks for', async () => {
    const till = await openPending()
    await till.clock.pass(60 * minute)
    till.decide('completed')
    await till.engine.actions.checkNow(till.id)
    expect(till.payment(till.id)).toMatchObject({ phase: 'settled', outcome: 'paid', late: true })
  })
})

describe('Rule 3: provider_status', () => {
  // Proves 3 rule 3
  it('is null from the service until the processor reports', async () => {
    const service = await startService()
    const reference = referenceOf(await createCard(service, 'one'))
    const read = async () => dataOf(await readCard(service, reference), cardStatus.required())
    expect((await read()).provider_status).toBeNull()
    service.control.decide(reference, 'completed', 'APPROVED')
    expect((await read()).provider_status).toBe('APPROVED')
  })

  // Proves 3 rule 3
  it('is kept by the till as it came, null first, and decides nothing', async () => {
    const till = await openPending()
    await till.engine.actions.checkNow(till.id)
    expect(till.payment(till.id).providerStatus).toBeNull()
    till.decide('pending', 'PAID')
    await till.readAgain()
    expect(till.payment(till.id)).toMatchObject({ phase: 'pending', providerStatus: 'PAID' })
    till.decide('completed', null)
    await till.readAgain()
    expect(till.payment(till.id)).toMatchObject({ outcome: 'paid', providerStatus: null })
  })

  // Proves 3 rule 3
  it('of DECLINED with completed objects: it is paid once a manager says that it says nothing', async () => {
    const till = await openPending()
    till.decide('completed', 'DECLINED')
    await till.engine.actions.checkNow(till.id)
    const objection = { name: 'provider_status', value: 'DECLINED' }
    expect(till.payment(till.id)).toMatchObject({
      outcome: 'unrecognised',
      doubt: 'objection',
      objections: [objection],
    })
    expect(till.ledger.toDos().map(({ id }) => id)).toEqual([till.id])
    expect(till.engine.presses.handOver(till.id).ok).toBe(false)
    expect(till.engine.actions.answerObjection(till.id, objection, 'nothing').ok).toBe(true)
    await till.clock.pass(10_000)
    expect(till.payment(till.id)).toMatchObject({ outcome: 'paid', contradiction: null })
    expect(till.ledger.toDos()).toEqual([])
  })

  // Proves 3 rule 3
  it('of DECLINED in a mobile payment’s answer objects too', async () => {
    const till = await openTill()
    const { id } = await till.sell(mobileDraft({ phone: phoneOf('provider-disagrees') }))
    await till.clock.pass(20_000)
    expect(till.payment(id)).toMatchObject({ outcome: 'unrecognised', doubt: 'objection' })
  })

  // Proves 3 rule 3
  it('of PAID with failed is kept: failed, and on the list', async () => {
    const till = await openPending()
    till.decide('failed', 'PAID')
    await till.engine.actions.checkNow(till.id)
    expect(till.payment(till.id)).toMatchObject({
      outcome: 'failed',
      providerContradiction: 'PAID',
    })
    expect(till.ledger.toDos().map(({ id }) => id)).toEqual([till.id])
  })

  // Proves 3 rule 3
  it.each(['APPROVED', '00', 'COMPLETED'])('of %s with completed is no news', async word => {
    const till = await openPending()
    till.decide('completed', word)
    await till.engine.actions.checkNow(till.id)
    expect(till.payment(till.id)).toMatchObject({ outcome: 'paid', providerContradiction: null })
    expect(till.ledger.toDos()).toEqual([])
  })
})
