import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type NotificationText,
  Notifier,
  UnseenResults,
} from '../../../../../electron/main/outputs/notifications/notifier'
import en from '../../../../../resources/languages/en.json'
import { failure } from '../../../../../shared/ipc/result'
import type { Payment } from '../../../../../shared/payment/payment'
import { applyEvent } from '../../../../../shared/payment/reducer'
import type { ResultTone } from '../../../../../shared/payment/result'
import { defaultSettings, type Settings } from '../../../../../shared/settings'
import { listeningLog } from '../../../../support/parts'
import { morning } from '../../../../support/payments/clock'
import {
  failedOutcome,
  paymentIn,
  samples,
  unrecognised,
} from '../../../../support/payments/payments'
import { createDocumentStore } from '../../../../support/store'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** A till that has just started on this folder, with these payments in its ledger. */
function start(
  folder = newFolder(),
  payments: Record<string, Payment> = {},
  changes: Partial<Settings> = {},
) {
  const now = () => morning + 1_000
  const store = createDocumentStore(folder, 'unseen-results')
  const settings: Settings = { ...defaultSettings, active: 'production', ...changes }
  const heard: ResultTone[] = []
  const notices: { notice: NotificationText; clicked: () => void }[] = []
  const opened: string[] = []
  const told: string[][] = []
  const front = { is: true }
  const ledger = {
    find: (id: string) => payments[id] ?? null,
    recent: () => Object.values(payments).reverse(),
  }
  const notifier = new Notifier({
    unseen: new UnseenResults(store, listeningLog().log, now),
    withEngine: async () => failure('not-selling', ''),
    settings: () => settings,
    tillWindows: {
      isInFront: () => front.is,
      sound: tone => heard.push(tone),
      notify: (notice, clicked) => notices.push({ notice, clicked }),
      showPayment: paymentId => opened.push(paymentId),
    },
    isLocked: () => false,
    changed: unseen => told.push([...unseen]),
  })
  const change = (before: Payment, payment: Payment) => {
    payments[payment.id] = payment
    notifier.paymentChanged(payment, before)
  }
  const unseen = () => notifier.withMissed(ledger).map(({ id }) => id)
  const titles = () => notices.map(({ notice }) => notice.title)
  return { notifier, settings, heard, notices, titles, opened, told, front, change, unseen }
}

const named = (payment: Payment, end: number): Payment => ({
  ...payment,
  id: `0192f000-0000-7000-8000-00000000000${end}`,
})
const pending = paymentIn('pending')
const paid = paymentIn('settled')
const failed = applyEvent(pending, failedOutcome)

describe('a result', () => {
  it('is heard once, and waits until a person has seen it', () => {
    const till = start()
    till.change(pending, paid)
    till.change(paid, applyEvent(paid, samples['status-read']))
    expect(till.heard).toEqual(['paid'])
    expect(till.unseen()).toEqual([paid.id])
    till.notifier.acknowledge({ paymentId: paid.id })
    expect(till.unseen()).toEqual([])
    expect(till.told).toEqual([[paid.id], []])
  })

  it('that was there before the till started makes no sound', () => {
    const till = start()
    till.change(paid, applyEvent(paid, samples['goods-handed-over']))
    expect(till.heard).toEqual([])
    expect(till.unseen()).toEqual([])
  })

  it('waits over a restart, the oldest first, and none is lost', () => {
    const folder = newFolder()
    const payments: Record<string, Payment> = {}
    const first = start(folder, payments)
    for (const end of [3, 1, 2]) first.change(named(pending, end), named(paid, end))
    const ids = [3, 1, 2].map(end => named(paid, end).id)
    const second = start(folder, payments)
    expect(second.unseen()).toEqual(ids)
    expect(second.heard).toEqual([])
    second.notifier.acknowledge({ paymentId: ids[0] ?? '' })
    expect(start(folder, payments).unseen()).toEqual(ids.slice(1))
  })

  it('that came in the moment the till died in is taken up; what came before it had any is not', () => {
    const folder = newFolder()
    const old = { ...named(paid, 7), settledAt: morning }
    const payments: Record<string, Payment> = { [old.id]: old }
    const first = start(folder, payments)
    expect(first.unseen()).toEqual([])
    first.change(named(pending, 1), named(paid, 1))
    const died = { ...named(paid, 2), settledAt: morning + 1_001 }
    payments[died.id] = died
    const second = start(folder, payments)
    expect(second.unseen()).toEqual([named(paid, 1).id, died.id])
    second.notifier.acknowledge({ paymentId: died.id })
    expect(start(folder, payments).unseen()).toEqual([named(paid, 1).id])
  })

  it('has been seen once goods were given for it', () => {
    const till = start()
    till.change(pending, paid)
    till.change(paid, applyEvent(paid, samples['goods-handed-over']))
    expect(till.unseen()).toEqual([])
  })

  it('of a word that turns out to mean in progress waits no more, and then the real one is heard', () => {
    const till = start()
    const unclear = applyEvent(pending, unrecognised)
    till.change(pending, unclear)
    expect(till.unseen()).toEqual([unclear.id])
    const again = applyEvent(unclear, samples.reopened)
    till.change(unclear, again)
    expect(till.heard).toEqual(['attention'])
    expect(till.unseen()).toEqual([])
    till.change(again, applyEvent(again, samples.settled))
    expect(till.heard).toEqual(['attention', 'paid'])
    expect(till.unseen()).toEqual([unclear.id])
    expect(till.told).toEqual([[unclear.id], [], [unclear.id]])
  })

  it('of a word that turns out to mean paid is heard, though the word had been seen', () => {
    const till = start()
    const unclear = applyEvent(pending, unrecognised)
    till.change(pending, unclear)
    till.notifier.acknowledge({ paymentId: unclear.id })
    till.change(unclear, applyEvent(unclear, samples.settled))
    expect(till.heard).toEqual(['attention', 'paid'])
    expect(till.unseen()).toEqual([unclear.id])
  })

  it('that failed, was charged again, and was paid after all is heard again', () => {
    const till = start()
    const news = { ...samples.contradicted, status: 'completed', meaning: 'paid' } as const
    till.change(pending, failed)
    till.front.is = false
    till.change(failed, applyEvent(applyEvent(failed, news), samples['also-paid']))
    expect(till.heard).toEqual(['failed', 'attention'])
    expect(till.titles()).toEqual([en.status.manager])
  })

  it('of a payment that goes on waits no more', () => {
    const till = start()
    till.change(paymentIn('ready'), paymentIn('held'))
    expect(till.heard).toEqual(['attention'])
    till.change(paymentIn('held'), applyEvent(paymentIn('held'), samples.released))
    expect(till.unseen()).toEqual([])
  })

  it('of another connection waits there', () => {
    const till = start()
    till.change(pending, paid)
    till.settings.active = 'practice'
    expect(till.unseen()).toEqual([])
    till.settings.active = 'production'
    expect(till.unseen()).toEqual([paid.id])
  })

  it('is announced although what waits cannot be written down or read', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'unseen-results.json'))
    const till = start(folder)
    till.change(pending, paid)
    expect(till.heard).toEqual(['paid'])
    expect(till.unseen()).toEqual([paid.id])
  })
})

describe('a notification', () => {
  it('comes when the till is not in front, once, and leads to the payment', () => {
    const till = start()
    till.change(named(pending, 1), named(paid, 1))
    expect(till.notices).toEqual([])
    till.front.is = false
    till.change(pending, failed)
    till.change(failed, applyEvent(failed, samples['status-read']))
    expect(till.titles()).toEqual(['Failed'])
    till.notices[0]?.clicked()
    expect(till.opened).toEqual([failed.id])
  })

  /** A payment becomes paid while a till with these settings is not in front. */
  const paidBehind = (changes?: Partial<Settings>) => {
    const till = start(newFolder(), {}, changes)
    till.front.is = false
    till.change(pending, paid)
    return till
  }

  it('names no customer, and of the number its last digits only', () => {
    const text = JSON.stringify(paidBehind().notices)
    expect(text).toContain('TZS 15,000')
    expect(text).toContain(paid.msisdn.slice(-3))
    expect(text).not.toContain(paid.msisdn.slice(-4))
    for (const name of Object.values(paid.customer)) expect(text).not.toContain(name)
  })

  it('says no amount where the shop wants none, and marks what is not real', () => {
    const alerts = { ...defaultSettings.alerts, noticeAmounts: false }
    const till = paidBehind({ active: 'practice', alerts })
    expect(till.titles()).toEqual(['Practice · Paid'])
    expect(till.notices[0]?.notice.body).not.toContain('15,000')
  })

  it('speaks the language of the till', () => {
    const display = { ...defaultSettings.display, language: 'sw' } as const
    expect(paidBehind({ display }).titles()).toEqual(['Yamelipwa'])
  })

  it('comes not at all where it is off', () => {
    const till = paidBehind({ alerts: { ...defaultSettings.alerts, notices: false } })
    expect(till.notices).toEqual([])
    expect(till.heard).toEqual(['paid'])
  })
})
