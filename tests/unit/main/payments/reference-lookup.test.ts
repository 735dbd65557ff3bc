import { describe, expect, it } from 'vitest'
import type { AnswerFacts, ServiceResponse, StatusRead } from '../../../../electron/main/service'
import {
  accepted,
  read,
  refused,
  statusRead,
  throttled,
  unauthorized,
  unintelligible,
  unreachable,
} from '../../../support/payments/answers'
import { openEngine, testEngineSettings } from '../../../support/payments/engine'
import { mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

const reference = 'REF-OTHER-1'
const ours = (status: string, changes: Parameters<typeof read>[1] = {}) =>
  read(status, { reference, ...changes })

function open(words = testEngineSettings.words) {
  const opened = openEngine({ settings: { words } })
  const { client, engine } = opened
  const asked = () => client.calls.map(({ operation, text }) => `${operation} ${text}`)
  /** What a person reads of the payment, or why nothing is known of it. */
  async function lookUp() {
    const found = await engine.references.lookUp(reference)
    return found.ok ? 'payment' in found.value && found.value.payment : found
  }
  return { ...opened, asked, lookUp }
}

describe('a reference that this till does not know', () => {
  it.each([
    ['completed', 'paid'],
    ['Declined', 'failed'],
    ['PENDING', 'pending'],
    ['almost_paid', 'unrecognised'],
  ])('is %j as it came, which means %s', async (status, meaning) => {
    const { lookUp, client } = open()
    client.reads.push(ours(status))
    expect(await lookUp()).toMatchObject({ status, meaning })
  })

  it('means what a manager said of the word', async () => {
    const words = { ...testEngineSettings.words, paid: ['almost_paid'] }
    const { lookUp, client } = open(words)
    client.reads.push(ours('almost_paid'))
    expect(await lookUp()).toMatchObject({ meaning: 'paid' })
  })

  it.each<[string, ServiceResponse<StatusRead>]>([
    ['refuses it', refused(400)],
    ['does not know it', refused(404)],
    ['may not read it', refused(403)],
    ['answers without a status', unintelligible('no-payment-status')],
    ['answers with another payment', read('completed', { reference: 'R-2' })],
  ])('is read as a card payment where the mobile endpoint %s', async (_, mobile) => {
    const { lookUp, client, asked } = open()
    client.reads.push(mobile, ours('failed'))
    expect(await lookUp()).toMatchObject({ status: 'failed', meaning: 'failed' })
    expect(asked()).toEqual([`read-mobile ${reference}`, `read-card ${reference}`])
  })

  const amount = (value: number | null, text: string) => ({ value, text })
  const paidOf = (value: number) =>
    ({ name: 'amount_paid', value: String(value), kind: 'amount', amount: value }) as const
  const doubt = { meaning: 'unrecognised' }

  it.each<[string, Partial<AnswerFacts>, object]>([
    ['two amounts', { amounts: [amount(15, '15'), amount(1, '1')] }, { value: null, ...doubt }],
    [
      'one amount twice',
      { amounts: [amount(15_000, '15000'), amount(15_000, '15,000')] },
      { value: 15_000, meaning: 'paid' },
    ],
    ['an amount that cannot be read', { amounts: [amount(null, '15.000')] }, doubt],
    ['two currencies', { currencies: ['TZS', 'USD'] }, { currency: 'TZS', ...doubt }],
    ['no amount', { amounts: [] }, { value: null, meaning: 'paid' }],
    ['no amount, and nothing paid', { amounts: [], mentions: [paidOf(0)] }, doubt],
    [
      'no amount, and a sum that was paid',
      { amounts: [], mentions: [paidOf(7)] },
      { meaning: 'paid' },
    ],
    ['two words', { words: ['PAID', 'FAILED'] }, { status: 'PAID, FAILED', ...doubt }],
    ['success alone, no amount', { words: ['success'], amounts: [] }, doubt],
  ])(
    'with %s is judged as a payment’s answer is (money rules 5, 12)',
    async (_, changes, payment) => {
      const { lookUp, client } = open()
      const { facts } = statusRead('COMPLETED', { reference })
      client.reads.push(ours('COMPLETED', { facts: { ...facts, ...changes } }))
      expect(await lookUp()).toMatchObject(payment)
    },
  )

  it('is what an answer without a reference says of it', async () => {
    const { lookUp, client } = open()
    client.reads.push(read('completed', { reference: null }))
    expect(await lookUp()).toMatchObject({ reference })
  })

  it.each([400, 404, 410, 422])('is unknown where both endpoints say %i', async status => {
    const { lookUp, client, asked } = open()
    client.reads.push(refused(status), refused(status))
    const unknown = { code: 'reference-unknown', message: 'no' }
    expect(await lookUp()).toMatchObject(unknown)
    // A second press gets the same answer.
    expect(await lookUp()).toMatchObject(unknown)
    expect(asked()).toHaveLength(2)
  })

  it.each<[string, ServiceResponse<StatusRead>[], string]>([
    ['another payment', [read('completed', { reference: 'R-2' }), refused(400)], 'lookup-failed'],
    ['403', [refused(403), refused(403)], 'lookup-failed'],
    ['a web page', [unintelligible('not-json'), unintelligible('not-json')], 'lookup-failed'],
    ['5xx for cards only', [refused(400), unintelligible('server-error')], 'lookup-failed'],
    ['no connection', [unreachable('no')], 'no-network'],
    ['a lost connection', [unreachable('maybe')], 'no-network'],
    ['no connection for cards', [refused(400), unreachable('no')], 'no-network'],
    ['401', [unauthorized], 'keys-rejected'],
    ['429', [throttled(null)], 'asked-to-wait'],
    ['429 for cards', [refused(400), throttled(null)], 'asked-to-wait'],
  ])('is not called unknown after %s', async (_, answers, code) => {
    const { lookUp, client, asked } = open()
    client.reads.push(...answers)
    expect(await lookUp()).toMatchObject({ ok: false, code })
    expect(asked()).toHaveLength(answers.length)
  })

  it.each<[string, ServiceResponse<never>, string]>([
    ['with keys that were rejected', unauthorized, 'keys-rejected'],
    ['before the service allows it', throttled(60_000), 'asked-to-wait'],
  ])('is not asked about %s', async (_, answer, code) => {
    const { engine, lookUp, client, asked } = open()
    client.reads.push(answer)
    await lookUp()
    expect(await engine.references.lookUp('REF-2')).toMatchObject({ code })
    expect(asked()).toHaveLength(1)
  })

  it('is asked once for presses that come together, and again after two seconds', async () => {
    const { engine, lookUp, client, clock, asked } = open()
    client.otherwise.read = ours('pending')
    const first = await Promise.all([
      engine.references.lookUp(reference),
      engine.references.lookUp(reference),
    ])
    expect(first[0]).toBe(first[1])
    await clock.pass(1_999)
    expect(await engine.references.lookUp(reference)).toBe(first[0])
    expect(asked()).toHaveLength(1)
    await clock.pass(1)
    client.otherwise.read = ours('completed')
    expect(await lookUp()).toMatchObject({ meaning: 'paid' })
    expect(asked()).toHaveLength(2)
  })

  it('is another one than the reference that was asked about a moment ago', async () => {
    const { engine, lookUp, client, asked } = open()
    client.otherwise.read = ({ text }) => read('completed', { reference: text })
    await lookUp()
    expect(await engine.references.lookUp('REF-2')).toMatchObject({
      value: { payment: { reference: 'REF-2' } },
    })
    expect(asked()).toEqual([`read-mobile ${reference}`, 'read-mobile REF-2'])
  })

  it('is asked again after a sleep, in which the monotonic clock stopped', async () => {
    const { lookUp, client, clock, asked } = open()
    client.otherwise.read = ours('pending')
    await lookUp()
    clock.setForward(541_000)
    await lookUp()
    expect(asked()).toHaveLength(2)
  })

  it.each(['maybe', 'no'] as const)(
    'is asked again at once where it was not reached: sent: %s',
    async sent => {
      const { lookUp, client } = open()
      client.reads.push(unreachable(sent))
      expect(await lookUp()).toMatchObject({ code: 'no-network' })
      client.otherwise.read = ours('completed')
      expect(await lookUp()).toMatchObject({ meaning: 'paid' })
    },
  )

  it('is answered also where the till closes meanwhile', async () => {
    const { engine } = open()
    const asking = engine.references.lookUp(reference)
    await engine.stop()
    expect(await asking).toMatchObject({ ok: false, code: 'no-network' })
    expect(await engine.references.lookUp('REF-2')).toMatchObject({
      ok: false,
      code: 'lookup-failed',
    })
  })
})

describe('a reference that this till knows', () => {
  it('leads to its own payment, and the service is not asked', async () => {
    const { engine, client, clock, asked, ledger } = open()
    client.creates.push(accepted({ reference }))
    const sold = succeeded(engine.presses.request(mobileDraft()))
    await clock.pass(0)
    const before = asked().length
    const found = succeeded(await engine.references.lookUp(reference))
    expect(found).toEqual({ kind: 'own', payment: ledger.find(sold.id) })
    expect(asked()).toHaveLength(before)
  })
})
