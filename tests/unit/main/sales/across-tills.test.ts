import { describe, expect, it } from 'vitest'
import { mayGoAlone } from '../../../../electron/main/payments/sending/decide-send'
import type {
  ClaimAnswer,
  LeaseAnswer,
  OthersSilent,
  OtherTills,
} from '../../../../electron/main/sales/other-tills'
import { longestCall } from '../../../../electron/main/service'
import type { Draft } from '../../../../shared/payment/draft'
import { defaultFreshness, type SendingLimits } from '../../../../shared/payment/freshness'
import type { Person } from '../../../../shared/person'
import { defaultSettings } from '../../../../shared/settings'
import { asha } from '../../../support/day-payments'
import { accepted, read } from '../../../support/payments/answers'
import { openEngine } from '../../../support/payments/engine'
import { giveBackAll } from '../../../support/payments/give-back'
import { cardDraft, mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

const taken = { state: 'taken', till: 'Counter 1', leftMs: 9_000 } as const
const keyTrustedMs = defaultSettings.keyTrustedMs

interface Answers {
  lease?: LeaseAnswer
  claim?: ClaimAnswer
  isInShop?: boolean
  limits?: Omit<SendingLimits, 'keyTrustedMs'>
  queue?: { sales: number }
  person?: () => Person | null
  /** What happens while the other tills are asked. */
  meanwhile?: () => void
}

/** A till with a real engine, whose other tills answer as told. */
function tillWith(answers: Answers = {}) {
  const granted = { state: 'granted' } as const
  const { lease = granted, claim = granted, person = () => null } = answers
  const asked: string[] = []
  const silent: OthersSilent[] = []
  const leaseTimes: number[] = []
  let late: (answer: LeaseAnswer) => void = () => undefined
  const others: OtherTills = {
    isInShop: () => answers.isInShop ?? true,
    sharers: () => 1,
    async lease({ forMs }, told) {
      asked.push('lease')
      leaseTimes.push(forMs)
      late = told
      answers.meanwhile?.()
      return lease
    },
    release: () => void asked.push('release'),
    async claim({ reference, person, ofSale }) {
      asked.push(`claim ${reference} of ${ofSale.length} ${person}`.trim())
      answers.meanwhile?.()
      return claim
    },
    silent: push => void silent.push(push),
  }
  const limits = () => ({ ...(answers.limits ?? defaultFreshness), keyTrustedMs })
  const queue = { ...defaultSettings.queue, ...answers.queue }
  const till = openEngine({ others, person, settings: { limits, queue } })
  const { client, engine } = till
  client.otherwise = { create: accepted(), read: read('completed') }
  const created = () =>
    client.calls.filter(({ operation }) => operation.startsWith('create')).length
  /** The payment that a press recorded. */
  const sell = async (draft: Draft = mobileDraft()) =>
    succeeded(await engine.presses.request(draft))
  return { ...till, others, asked, silent, leaseTimes, created, sell, late: () => late }
}

describe('one live prompt a phone number, across tills (money rule 10)', () => {
  it('asks the other tills before anything is recorded or sent', async () => {
    const till = tillWith({ meanwhile: () => expect(till.ledger.open()).toEqual([]) })
    await till.sell()
    await till.clock.pass(10)
    expect([till.asked, till.silent, till.created()]).toEqual([['lease'], [], 1])
  })

  it('records and sends nothing where another till has the number, and names it', async () => {
    const till = tillWith({ lease: taken })
    expect(await till.engine.presses.request(mobileDraft())).toMatchObject({
      code: 'phone-number-busy-elsewhere',
      elsewhere: { till: 'Counter 1', leftMs: 9_000 },
    })
    await till.clock.pass(60_000)
    expect([till.asked, till.ledger.open(), till.created()]).toEqual([['lease'], [], 0])
  })

  it('sends all the same where they cannot be asked, and says so', async () => {
    const till = tillWith({ lease: { state: 'not-asked' } })
    const { id } = await till.sell()
    expect(till.silent).toEqual([{ paymentId: id, till: null }])
  })

  it('warns of an answer that came too late', async () => {
    const till = tillWith({ lease: { state: 'not-asked' } })
    const { id } = await till.sell()
    till.late()(taken)
    expect(till.silent.at(-1)).toEqual({ paymentId: id, till: 'Counter 1' })
  })

  it('gives the number back where nothing was recorded', async () => {
    const till = tillWith({ queue: { sales: 0 } })
    expect(await till.engine.presses.request(mobileDraft())).toMatchObject({ code: 'queue-full' })
    expect(till.asked).toEqual(['lease', 'release'])
  })

  it('gives nothing back where an earlier payment may still have a prompt on the phone', async () => {
    const till = tillWith()
    await till.sell()
    expect(await till.engine.presses.request(mobileDraft())).toMatchObject({
      code: 'phone-number-busy',
    })
    expect(till.asked).toEqual(['lease', 'lease'])
  })

  it('gives the number back once the payment is over', async () => {
    const till = tillWith()
    await till.sell()
    await till.clock.pass(5_000)
    expect(till.asked).toContain('release')
  })

  it('asks no one for a card, nor on a till in no shop of many tills', async () => {
    const card = tillWith({ lease: taken })
    await card.sell(cardDraft())
    const alone = tillWith({ isInShop: false, lease: taken })
    expect(alone.engine.presses.request(mobileDraft())).toMatchObject({ ok: true })
    expect([card.asked, alone.asked, alone.silent]).toEqual([[], [], []])
  })

  it.each(['sendNow', 'tryAgain', 'sendAgain', 'requestAfterPrompt'] as const)(
    '%s asks the other tills first',
    async press => {
      const till = tillWith({ isInShop: false })
      const { id } = await till.sell()
      till.others.isInShop = () => true
      till.others.lease = async () => taken
      const draft = mobileDraft()
      const presses = {
        sendNow: () => till.engine.presses.sendNow(id),
        tryAgain: () => till.engine.presses.tryAgain(id, 'cashier'),
        sendAgain: () => till.engine.presses.sendAgain(id, draft.draftId),
        requestAfterPrompt: () => till.engine.presses.requestAfterPrompt(draft),
      }
      expect(await presses[press]()).toMatchObject({ code: 'phone-number-busy-elsewhere' })
      expect(till.ledger.history(id).map(({ type }) => type)).not.toContain('released')
      expect(till.ledger.open()).toHaveLength(1)
    },
  )

  it('is of the person who pressed, also when another signs in while the other tills are asked', async () => {
    let atTill: Person | null = asha
    const till = tillWith({ person: () => atTill, meanwhile: () => (atTill = null) })
    expect(till.ledger.history((await till.sell()).id)[0]).toMatchObject({ person: asha })
  })

  it.each([
    defaultFreshness,
    { aloneMs: 1_000, renewMs: 1_000 },
    { aloneMs: 3_600_000, renewMs: 3_600_000 },
    { aloneMs: 30_000, renewMs: 86_400_000 },
  ])(
    'holds the number until the last request that goes out by itself has no prompt any more: %j',
    async limits => {
      const till = tillWith({ limits })
      const payment = await till.sell()
      // Until here it goes out by itself; later only by a press, which asks again.
      const last = limits.aloneMs - 1
      const goesAt = (sinceFresh: number) =>
        mayGoAlone(payment, { sinceFresh, sinceRecorded: sinceFresh }, { ...limits, keyTrustedMs })
      expect([goesAt(last), goesAt(last + 1)]).toEqual([true, false])
      const [forMs = 0] = till.leaseTimes
      expect(last + longestCall + defaultSettings.promptLifetimeMs).toBeLessThan(forMs)
    },
  )
})

describe('goods once a reference, across tills (money rule 11)', () => {
  const paidAt = async (answers: Answers) => {
    const till = tillWith(answers)
    const { id } = await till.sell()
    await till.clock.pass(5_000)
    till.asked.length = 0
    const handedOver = () => till.ledger.find(id)?.handedOverAt !== null
    return { ...till, id, handedOver }
  }

  it('claims the reference first, and hands over for who pressed', async () => {
    let atTill: Person | null = asha
    const till = await paidAt({ person: () => atTill, meanwhile: () => (atTill = null) })
    atTill = asha
    expect(await till.engine.presses.handOver(till.id)).toMatchObject({
      value: { others: 'asked', payment: { handedOverBy: asha } },
    })
    expect(till.asked).toEqual([`claim ${till.ledger.find(till.id)?.reference} of 1 Asha`])
  })

  it('hands over nothing where another till did, and says which, who and when', async () => {
    const claim = { state: 'handed-over', till: 'Counter 1', person: '', at: 5 } as const
    const till = await paidAt({ claim })
    expect(await till.engine.presses.handOver(till.id)).toMatchObject({
      code: 'already-handed-over',
      handedOver: { paymentId: till.id, at: 5, by: null, till: 'Counter 1' },
    })
    expect(till.handedOver()).toBe(false)
  })

  it('hands over nothing for the reference of another till', async () => {
    const till = await paidAt({ claim: { state: 'of-other-till', till: 'Counter 1' } })
    expect(await till.engine.presses.handOver(till.id)).toMatchObject({
      code: 'reference-of-other-till',
      elsewhere: { till: 'Counter 1' },
    })
    expect(till.handedOver()).toBe(false)
  })

  it('decides alone where no one answers, and says so', async () => {
    const till = await paidAt({ claim: { state: 'not-asked' } })
    expect(await till.engine.presses.handOver(till.id)).toMatchObject({
      value: { others: 'not-asked' },
    })
  })

  it('takes nothing from the other tills where this one may not hand over', async () => {
    const till = await paidAt({})
    giveBackAll(till.engine.sales, till.id, 'cash', 'brought back')
    expect(await till.engine.presses.handOver(till.id)).toMatchObject({ code: 'given-back' })
    expect(till.asked).toEqual([])
  })
})
