import { describe, expect, it } from 'vitest'
import { type SetUpEntry, setUpDone, tutorialStep } from '../../../renderer/layout/set-up'
import type { Payment } from '../../../shared/payment/payment'
import { defaultSettings, type Settings } from '../../../shared/settings'
import { events, onceAccepted, paymentAfter } from './a-payment'

const { mismatched, paid, started } = events

type State = Parameters<typeof setUpDone>[0]

const connection = { hasKeys: false } as State['connections']['sandbox']
const state = (changes: Partial<Settings> = {}, more: Partial<State> = {}): State => ({
  settings: { ...defaultSettings, ...changes },
  connections: { sandbox: connection, production: connection },
  staff: { state: 'none' },
  protection: {
    isProtected: false,
    keychain: null,
    hasPassphrase: false,
    recoveryMadeAt: null,
    hasProof: false,
    pauseMs: 0,
  },
  backup: { folder: null, lastAt: null, failing: null },
  ...more,
})
const { shop, receipts, tutorial } = defaultSettings
const paidPayment = onceAccepted(paid)

function doneOf(from: State, payments: readonly Payment[] = []): SetUpEntry[] {
  const done = Object.entries(setUpDone(from, payments)) as [SetUpEntry, boolean][]
  return done.flatMap(([entry, is]) => (is ? [entry] : []))
}

describe('what is to set up', () => {
  it('is all left on a new till, also once a payment has failed or waits', () => {
    expect(doneOf(state())).toEqual([])
    expect(doneOf(state(), [paymentAfter(started), onceAccepted()])).toEqual([])
  })

  it('is done as soon as the till has it', () => {
    const named = { ...shop, name: 'Duka' }
    const customer = { ...shop.customer, firstName: 'Walk-in', lastName: 'Customer' }
    const connections = { sandbox: connection, production: { ...connection, hasKeys: true } }
    const person = { id: '0192f000-0000-7000-8000-00000000000a', name: 'Asha' }
    const staff = { state: 'signed-in', person, role: 'owner', people: [] } as const
    const protection = { ...state().protection, recoveryMadeAt: 1 }
    const backup = { folder: '/usb', lastAt: null, failing: null }
    for (const [entry, from] of [
      ['shopName', state({ shop: named })],
      ['walkIn', state({ shop: { ...shop, customer } })],
      ['printer', state({ receipts: { ...receipts, printer: 'EPSON' } })],
      ['printer', state({ receipts: { ...receipts, automatic: true } })],
      ['testSale', state({ tutorial: { ...tutorial, made: true } })],
      ['keys', state({}, { connections })],
      ['people', state({}, { staff })],
      ['recoveryCode', state({}, { protection })],
      ['backup', state({}, { backup })],
    ] as const)
      expect(doneOf(from)).toEqual([entry])
  })

  it('needs both names, and a receipt that came out', () => {
    const customer = { ...shop.customer, firstName: 'Walk-in' }
    expect(doneOf(state({ shop: { ...shop, customer } }))).toEqual([])
    expect(doneOf(state(), [paidPayment])).toEqual(['testSale'])
    expect(doneOf(state(), [{ ...paidPayment, receiptCopies: 1 }])).toEqual(['printer', 'testSale'])
    const unsure = { ...paidPayment, receiptCopies: 1, receiptFailure: 'printer' } as const
    expect(doneOf(state(), [unsure])).toEqual(['testSale'])
  })
})

type Stands = Pick<Payment, 'phase' | 'outcome' | 'mismatch'>

const payment = (phase: Stands['phase'], outcome: Stands['outcome'] = null): Stands => ({
  phase,
  outcome,
  mismatch: null,
})

const { mismatch } = mismatched
const otherAmount: Stands = { ...payment('settled', 'paid'), mismatch }

describe('the first practice sale', () => {
  it.each<[string, Stands[], string]>([
    ['nothing sold yet', [], 'ask'],
    ['the customer decides', [payment('pending')], 'watch'],
    ['waiting for the network', [payment('ready')], 'watch'],
    ['a part in cash', [payment('cash')], 'ask'],
    ['declined', [payment('settled', 'failed')], 'again'],
    ['declined, and asked again', [payment('pending'), payment('settled', 'failed')], 'watch'],
    ['refused', [payment('refused')], 'again'],
    ['expired', [payment('expired')], 'again'],
    ['paid', [payment('settled', 'paid')], 'done'],
    [
      'paid, and then a failure',
      [payment('settled', 'failed'), payment('settled', 'paid')],
      'done',
    ],
    ['a paid word over another amount', [otherAmount], 'again'],
  ])('%s', (_name, payments, step) => {
    expect(tutorialStep('practice', payments)).toBe(step)
  })

  it.each(['sandbox', 'production'] as const)(
    'is not there on a till with its service: %s',
    kind => {
      const ends = [payment('pending'), payment('settled', 'failed'), payment('settled', 'paid')]
      for (const payments of [[], ...ends.map(end => [end])])
        expect(tutorialStep(kind, payments)).toBe(null)
    },
  )
})
