import type { ParseKeys, TFunction } from 'i18next'
import type { AuditDetail } from '../../shared/audit-entry'
import { resolvedBlocks } from '../../shared/day/blocks'
import { wayBackSchema } from '../../shared/payment/given-back'
import { paymentNumber } from '../../shared/payment/payment-number'
import { isolated } from '../../shared/plain-text'
import { formatFull } from './clock-time'

/** Ids and counters are for the till; they say nothing to a person. */
const unsaid = new Set(['id', 'ids'])

/** Facts that another screen names too; `staff.fact` has the words of the others. */
const labels: Readonly<Record<string, ParseKeys>> = {
  role: 'staff.tab.role',
  name: 'staff.tab.name',
  person: 'staff.auditLog.who',
  at: 'exportFile.column.time',
  reason: 'app.reason',
  code: 'app.reason',
  value: 'field.amount',
  discount: 'items.discount',
  total: 'charge.sum',
  way: 'staff.fact.how',
  months: 'retention.months',
  idleMinutes: 'staff.tab.idleMinutes',
  pinDigits: 'staff.tab.pins',
  newPin: 'staff.tab.newPin',
  pin: 'staff.lock.pin',
  passphrase: 'locked.passphrase',
  pathPrefix: 'settings.connection.pathPrefix',
  webhookAddress: 'settings.connection.webhook',
  apiKey: 'settings.connection.apiKey',
  apiSecret: 'settings.connection.apiSecret',
  key: 'updates.publicKey',
  msisdn: 'field.phone',
  call: 'staff.auditLog.action',
  till: 'slip.till',
  shop: 'settings.group.shop.title',
  paid: 'settings.words.paid',
  failed: 'settings.words.failed',
  pending: 'settings.words.pending',
}

/** Facts whose word is one of the till's own, and where it is found; any other is as it was kept. */
const lists: Readonly<Record<string, readonly string[]>> = {
  role: ['staff.role'],
  roleBefore: ['staff.role'],
  kind: ['settings.kind', 'integrity.kinds'],
  goOn: ['settings.kind'],
  store: ['integrity.stores'],
  account: ['settings.account'],
  why: ['staff.lock.why', 'updates.refused', 'live.giveBackDialog.for'],
  code: ['errors'],
  result: ['errors'],
  tutorial: ['staff.factValue'],
  what: ['staff.factValue'],
  how: ['staff.factValue'],
}

/** Moments: ms of the wall clock, or ISO texts. */
const times = new Set(['at', 'madeAt', 'since'])

/** What is named by a screen of its own: parts of Settings, ways to install an update, how a payment ended or went back. */
const places: Readonly<Record<string, ParseKeys>> = {
  'section.shop': 'settings.group.shop.title',
  'section.charging': 'settings.group.selling.title',
  'section.customerWindow': 'settings.tab.customer',
  'section.timeouts': 'settings.tab.timeouts',
  'section.receipts': 'settings.tab.receipts',
  'section.staff': 'settings.tab.lock',
  'section.retention': 'settings.tab.retention',
  'section.words': 'settings.words.title',
  'section.updates': 'updates.title',
  'section.tutorial': 'setUp.title',
  'install.now': 'updates.installNow',
  'install.at-close': 'updates.atClose',
  'install.not': 'updates.notAtClose',
  'result.paid': 'status.paid',
  'result.failed': 'status.failed',
  'result.pending': 'status.waitingForCustomer',
  'result.unrecognised': 'status.manager',
  'what.sales': 'nav.payments',
  'what.cash-up': 'staff.fact.period',
  ...wordsOfHow(),
}

function wordsOfHow(): Record<string, ParseKeys> {
  const resolved = Object.entries(resolvedBlocks).map(
    ([how, block]) => [`how.${how}`, `resolvedAs.${block}`] as const,
  )
  const givenBack = wayBackSchema.options.map(way => [`way.${way}`, `wayBack.${way}`] as const)
  return Object.fromEntries([...resolved, ...givenBack])
}

interface FactsWith {
  language: string
  amountOf?: (paymentId: string) => string | null
}

/**
 * `Role: Owner · Name: Asha`: the facts of an audit entry. What has no words yet stays as it was kept.
 * `amountOf` says the amount of a payment that the window knows; the audit log keeps none.
 */
export function auditFacts(
  detail: AuditDetail,
  t: TFunction,
  { language, amountOf = () => null }: FactsWith,
): string {
  return Object.entries(detail)
    .filter(([name, value]) => !unsaid.has(name) && value !== null && value !== '')
    .map(([name, value]) => {
      const said =
        name === 'paymentId'
          ? paymentSaid(String(value), amountOf)
          : times.has(name)
            ? timeText(value, language)
            : factText(name, detail, t)
      return `${factLabel(name, t)}: ${isolated(said)}`
    })
    .join(' · ')
}

/** A fact without words of its own keeps its name. */
export function factLabel(name: string, t: TFunction): string {
  const known = labels[name]
  if (known) return t(known)
  return isWord(name) ? t(`staff.fact.${name}` as ParseKeys, { defaultValue: name }) : name
}

/** A channel's name has a dot, which a key of the language files cannot have. */
export function callText(channel: string, t: TFunction): string {
  const key = `staff.auditLog.calls.${channel.replace('.', '-')}` as ParseKeys
  return t(key, { defaultValue: channel })
}

export function yesNo(value: boolean, t: TFunction): string {
  return t(`staff.factValue.${value ? 'yes' : 'no'}`)
}

/** As the receipt names it. */
function paymentSaid(id: string, amountOf: (paymentId: string) => string | null): string {
  return [paymentNumber({ id }), amountOf(id)].filter(Boolean).join(', ')
}

/** What is no time stays as it was kept. */
function timeText(value: AuditDetail[string] | undefined, language: string): string {
  const moment = new Date(typeof value === 'number' ? value : String(value)).getTime()
  return Number.isNaN(moment) ? String(value) : formatFull(moment, language)
}

/** The value of one fact in words; what has none stays as it was kept. */
export function factText(name: string, detail: AuditDetail, t: TFunction): string {
  const value = detail[name]
  if (typeof value === 'boolean') return yesNo(value, t)
  const word = String(value)
  if (name === 'call') return callText(word, t)
  const place = places[`${name}.${word}`]
  if (place) return t(place)
  const keys = (lists[name] ?? []).map(list => `${list}.${word}` as ParseKeys)
  if (keys.length === 0 || !isWord(word)) return word
  // The number is the entry's that was changed.
  return t(keys, { defaultValue: word, number: detail.number ?? '?' })
}

/** A reason may be a sentence of the system: it is never a key. */
function isWord(text: string): boolean {
  return /^[a-zA-Z-]+$/.test(text)
}
