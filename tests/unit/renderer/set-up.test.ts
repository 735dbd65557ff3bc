import { describe, expect, it } from 'vitest'
import { type SetUpEntry, setUpDone } from '../../../renderer/layout/set-up'
import type { Sale } from '../../../shared/payment/sale'
import { defaultSettings, type Settings } from '../../../shared/settings'
import { accepted, paid, saleAfter, started } from './a-sale'

type State = Parameters<typeof setUpDone>[0]

const connection = { keyEndings: null } as State['connections']['sandbox']
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
  backup: { folder: null, lastAt: null, failingSince: null },
  ...more,
})
const { shop, receipts, tutorial } = defaultSettings
const paidSale = saleAfter(started, accepted, paid)

function doneOf(from: State, sales: readonly Sale[] = []): SetUpEntry[] {
  const done = Object.entries(setUpDone(from, sales)) as [SetUpEntry, boolean][]
  return done.flatMap(([entry, is]) => (is ? [entry] : []))
}

describe('what is to set up', () => {
  it('is all left on a new till, also once a sale has failed or waits', () => {
    expect(doneOf(state())).toEqual([])
    expect(doneOf(state(), [saleAfter(started), saleAfter(started, accepted)])).toEqual([])
  })

  it('is done as soon as the till has it', () => {
    const named = { ...shop, name: 'Duka' }
    const customer = { ...shop.customer, firstName: 'Walk-in', lastName: 'Customer' }
    const keyEndings = { apiKey: '0001', apiSecret: '0002' }
    expect(doneOf(state({ shop: named }))).toEqual(['shopName'])
    expect(doneOf(state({ shop: { ...shop, customer } }))).toEqual(['walkIn'])
    expect(doneOf(state({ receipts: { ...receipts, printer: 'EPSON' } }))).toEqual(['printer'])
    expect(doneOf(state({ receipts: { ...receipts, automatic: true } }))).toEqual(['printer'])
    expect(doneOf(state({ tutorial: { ...tutorial, made: true } }))).toEqual(['testSale'])
    const connections = { sandbox: connection, production: { ...connection, keyEndings } }
    expect(doneOf(state({}, { connections }))).toEqual(['keys'])
    const person = { id: '0192f000-0000-7000-8000-00000000000a', name: 'Asha' }
    const staff = { state: 'signed-in', person, role: 'owner', people: [] } as const
    expect(doneOf(state({}, { staff }))).toEqual(['people'])
    const protection = { ...state().protection, recoveryMadeAt: 1 }
    expect(doneOf(state({}, { protection }))).toEqual(['recoveryCode'])
    const backup = { folder: '/usb', lastAt: null, failingSince: null }
    expect(doneOf(state({}, { backup }))).toEqual(['backup'])
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
