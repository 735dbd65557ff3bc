import { answers, asked, kept, push, settled } from '../../support/fake-window'

// Before the stores: they read what the window keeps as they are loaded.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setField, startForm, useChargeForm } from '../../../renderer/stores/charge-form'
import { useConnectionTest } from '../../../renderer/stores/connection-test-store'
import { followMain, readRecent } from '../../../renderer/stores/follow-main'
import { forgetPayments, usePayments } from '../../../renderer/stores/payments-store'
import { useTillStore } from '../../../renderer/stores/till-store'
import { acknowledge, unseenAmong } from '../../../renderer/stores/unseen-store'
import { show, useView, type View } from '../../../renderer/stores/view-store'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { TillState } from '../../../shared/ipc/till-state'
import type { Payment } from '../../../shared/payment/payment'
import { defaultSettings } from '../../../shared/settings'
import { events, noSale, onceAccepted, paymentAfter } from './a-payment'

const { handedOver, paid } = events

const { charging } = defaultSettings
const asMostPay = (usual: 'mobile' | 'card') => ({
  settings: { ...defaultSettings, charging: { ...charging, usual } },
})
const selling = (more: Partial<TillState> = {}): TillState =>
  ({
    ...{ stage: { name: 'selling' }, active: 'practice', staff: { state: 'none' } },
    ...asMostPay('mobile'),
    ...more,
  }) as TillState
const locked = selling({
  staff: { state: 'signed-out', why: 'pressed', people: [], results: [], watched: 0 },
})

const open = onceAccepted()
const named = (id: string, payment: Payment) => ({ ...payment, id, sale: id })
const done = named('2', onceAccepted(paid))
const recent = (...payments: Payment[]) => success({ payments, sales: [] })

const view = () => useView.getState().view
const known = () => new Set(Object.keys(usePayments.getState().byId))
const timesAsked = (name: string) => asked.filter(([call]) => call === name).length

let stop: () => void

/** The window opens, and main answers all that it asks. */
async function openWindow(state = selling(), before?: View): Promise<void> {
  if (before) show(before)
  answers.set('till.state', () => success(state))
  stop = followMain()
  await settled()
}

async function say(state: TillState): Promise<void> {
  push('tillChanged', state)
  await settled()
}

beforeEach(() => {
  useTillStore.setState({ till: null, failure: null })
  useConnectionTest.setState({ asking: false })
  useView.setState({ view: { name: 'charge' } })
  forgetPayments()
  startForm(defaultSettings.shop)
  answers.set('payments.recent', () => recent(named('1', open), done, named('3', open)))
  answers.set('results.unseen', () => success([done]))
})

afterEach(() => stop())

describe('a window that opens', () => {
  it('shows the newest payment that runs, and knows the others and the results that nobody has seen', async () => {
    await openWindow()
    expect(view()).toEqual({ name: 'live', paymentId: '3' })
    expect(known()).toEqual(new Set(['1', '2', '3']))
    expect(usePayments.getState()).toMatchObject({ unseenIds: ['2'], loaded: true })
  })

  it('shows the newest by the ledger’s order, whichever comes first', async () => {
    answers.set('payments.recent', () => recent(...['b', 'c', 'a'].map(id => named(id, open))))
    await openWindow()
    expect(view()).toEqual({ name: 'live', paymentId: 'c' })
  })

  it('stays where the cashier was before a reload', async () => {
    await openWindow(selling(), { name: 'day' })
    expect(view()).toEqual({ name: 'day' })
  })

  it('stays on Charge where no payment runs', async () => {
    answers.set('payments.recent', () => recent(done))
    await openWindow()
    expect(view()).toEqual({ name: 'charge' })
    expect(kept.size).toBe(0)
  })

  it('asks for no payment while the till is locked, and for all of them once a person is there', async () => {
    await openWindow(locked)
    expect(timesAsked('payments.recent')).toBe(0)
    await say(selling())
    expect(known()).toEqual(new Set(['1', '2', '3']))
    await say(selling())
    expect(timesAsked('payments.recent')).toBe(1)
  })

  it('asks for no payment before the till sells, and for all of them once it does', async () => {
    const setUp = (active: 'practice' | 'sandbox') =>
      selling({ stage: { name: 'first-run' }, active })
    await openWindow(setUp('practice'))
    await say(setUp('sandbox'))
    expect(timesAsked('payments.recent')).toBe(0)
    await say(selling({ active: 'sandbox' }))
    expect(known()).toEqual(new Set(['1', '2', '3']))
  })

  it('says why it knows nothing of the till', async () => {
    const lost = failure('till-fault', '')
    answers.set('till.state', () => lost)
    stop = followMain()
    await settled()
    expect(useTillStore.getState()).toMatchObject({ till: null, failure: lost })
  })

  it('says why it has no payments, and asks again once main says anything new', async () => {
    const lost = failure('till-fault', '')
    answers.set('payments.recent', () => lost)
    await openWindow()
    expect(usePayments.getState()).toMatchObject({ failure: lost, loaded: true })
    answers.set('payments.recent', () => recent(done))
    await say(selling())
    expect(usePayments.getState().failure).toBeNull()
    expect(known()).toEqual(new Set(['2']))
  })
})

describe('a window that is open', () => {
  it('takes what main says of a payment, a sale and the results, and shows the payment that a person wants', async () => {
    await openWindow()
    const later = named('3', onceAccepted(paid))
    push('paymentChanged', later)
    const sale = { ...noSale, id: '3' }
    push('saleChanged', sale)
    push('unseenChanged', ['3'])
    push('paymentWanted', { paymentId: '2' })
    expect(usePayments.getState()).toMatchObject({
      byId: { '3': later },
      sales: { '3': sale },
      unseenIds: ['3'],
    })
    expect(view()).toEqual({ name: 'live', paymentId: '2' })
  })

  it('hears nothing any more once it stops', async () => {
    await openWindow()
    stop()
    push('unseenChanged', [])
    expect(usePayments.getState().unseenIds).toEqual(['2'])
  })

  it('knows no payment of the person who left', async () => {
    await openWindow()
    await say(locked)
    expect(known()).toEqual(new Set([]))
  })

  it('has the payments of the connection in use alone, and is on Charge', async () => {
    await openWindow()
    answers.set('payments.recent', () => recent(named('9', onceAccepted(paid))))
    answers.set('results.unseen', () => success([]))
    await say(selling({ active: 'sandbox' }))
    expect(known()).toEqual(new Set(['9']))
    expect(view()).toEqual({ name: 'charge' })
  })

  it('stays on the connection’s settings while the person who changed it reads what the service says', async () => {
    await openWindow()
    useConnectionTest.setState({ asking: true })
    await say(selling({ active: 'sandbox' }))
    expect(view()).toEqual({ name: 'settings', tab: 'connection' })
  })

  it('takes no answer that is about the connection before', async () => {
    await openWindow()
    let answer: (late: Result<unknown>) => void = () => undefined
    answers.set('payments.recent', () => new Promise(resolve => (answer = resolve)))
    const reading = readRecent()
    answers.set('payments.recent', () => recent())
    answers.set('results.unseen', () => success([]))
    await say(selling({ active: 'sandbox' }))
    answer(recent(done))
    await reading
    expect(known()).toEqual(new Set([]))
  })

  it('begins a sale as the owner says now, where nothing is typed yet', async () => {
    await openWindow(selling(asMostPay('card')))
    expect(useChargeForm.getState().channel).toBe('card')
    // The cashier’s own choice stays while the owner’s is the same.
    useChargeForm.setState({ channel: 'mobile' })
    await say(selling(asMostPay('card')))
    expect(useChargeForm.getState().channel).toBe('mobile')
    setField('amount', '15,000')
    useChargeForm.setState({ channel: 'card' })
    await say(selling(asMostPay('mobile')))
    expect(useChargeForm.getState().channel).toBe('card')
  })
})

describe('a result that nobody has seen', () => {
  it('stays as it was where main does not answer', async () => {
    await openWindow()
    answers.set('results.unseen', () => failure('till-fault', ''))
    await readRecent()
    await settled()
    expect(usePayments.getState().unseenIds).toEqual(['2'])
  })

  it('is acknowledged, and no other', async () => {
    await openWindow()
    for (const id of ['1', '2']) acknowledge(id)
    expect(asked.slice(-1)).toEqual([['results.acknowledge', { paymentId: '2' }]])
    expect(timesAsked('results.acknowledge')).toBe(1)
  })

  it('is none of a payment that is not known, runs again or whose goods were handed over', () => {
    const given = named('given', paymentAfter(events.started, events.accepted, paid, handedOver))
    const byId = { open, done, given }
    expect(unseenAmong(['unknown', 'open', 'given', 'done'], byId)).toEqual([done])
  })
})
