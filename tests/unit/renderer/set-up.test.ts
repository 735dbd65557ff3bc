import { describe, expect, it } from 'vitest'
import { type SetUpEntry, setUpDone, tutorialStep } from '../../../renderer/layout/set-up'
import type { Payment } from '../../../shared/payment/payment'
import { defaultSettings, type Settings } from '../../../shared/settings'
import { events, onceAccepted, saleAfter } from './a-sale'

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
const paidSale = onceAccepted(paid)

function doneOf(from: State, sales: readonly Payment[] = []): SetUpEntry[] {
  const done = Object.entries(setUpDone(from, sales)) as [SetUpEntry, boolean][]
  return done.flatMap(([entry, is]) => (is ? [entry] : []))
}

describe('what is to set up', () => {
  it('is all left on a new till, also once a sale has failed or waits', () => {
    expect(doneOf(state())).toEqual([])
    expect(doneOf(state(), [saleAfter(started), onceAccepted()])).toEqual([])
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
    expect(doneOf(state(), [paidSale])).toEqual(['testSale'])
    expect(doneOf(state(), [{ ...paidSale, receiptCopies: 1 }])).toEqual(['printer', 'testSale'])
    const unsure = { ...paidSale, receiptCopies: 1, receiptFailure: 'printer' } as const
    expect(doneOf(state(), [unsure])).toEqual(['testSale'])
  })
})

type Stands = Pick<Payment, 'phase' | 'outcome' | 'mismatch'>

const sale = (phase: Stands['phase'], outcome: Stands['outcome'] = null): Stands => ({
  phase,
  outcome,
  mismatch: null,
})

const { mismatch } = mismatched
const otherAmount: Stands = { ...sale('settled', 'paid'), mismatch }

describe('the first practice sale', () => {
  it.each<[string, Stands[], string]>([
    ['nothing sold yet', [], 'ask'],
    ['the customer decides', [sale('pending')], 'watch'],
    ['waiting for the network', [sale('ready')], 'watch'],
    ['a part in cash', [sale('cash')], 'ask'],
    ['declined', [sale('settled', 'failed')], 'again'],
    ['declined, and asked again', [sale('pending'), sale('settled', 'failed')], 'watch'],
    ['refused', [sale('refused')], 'again'],
    ['expired', [sale('expired')], 'again'],
    ['paid', [sale('settled', 'paid')], 'done'],
    ['paid, and then a failure', [sale('settled', 'failed'), sale('settled', 'paid')], 'done'],
    ['a paid word over another amount', [otherAmount], 'again'],
  ])('%s', (_name, sales, step) => {
    expect(tutorialStep('practice', sales)).toBe(step)
  })

  it.each(['sandbox', 'production'] as const)(
    'is not there on a till with its service: %s',
    kind => {
      const ends = [sale('pending'), sale('settled', 'failed'), sale('settled', 'paid')]
      for (const sales of [[], ...ends.map(end => [end])])
        expect(tutorialStep(kind, sales)).toBe(null)
    },
  )
})
