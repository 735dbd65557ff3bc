import type { AuditAction, AuditDetail } from '../../../shared/audit-entry'
import type { CallName, GroupName, ParsedOf, RoleOf } from '../../../shared/ipc/contract'
import { type StatusWords, wordMeaningSchema } from '../../../shared/payment/status-words'

/** The calls that take more than a cashier: `settings.saveShop`, … */
type PrivilegedCall = {
  [Group in GroupName]: {
    [Name in CallName<Group>]: RoleOf<Group, Name> extends 'manager' | 'owner' | 'owner-or-closed'
      ? `${Group}.${Name}`
      : never
  }[CallName<Group>]
}[GroupName]

type ParsedAt<Key extends PrivilegedCall> = Key extends `${infer Group}.${infer Name}`
  ? Group extends GroupName
    ? Name extends CallName<Group>
      ? ParsedOf<Group, Name>
      : never
    : never
  : never

/** What goes into the audit log before a call is carried out. */
export type Recording<Argument> = (argument: Argument) => {
  action: AuditAction
  detail: AuditDetail
}

type RecordedCalls = { [Key in PrivilegedCall]: Recording<ParsedAt<Key>> | null }

/** A detail holds 300 characters; the lists can be longer. */
const detailLength = 300

/** Every word of every meaning, as `paid`, `paid 2`, …: each detail holds as many whole words as fit. */
function wordDetails(words: StatusWords): AuditDetail {
  const details = wordMeaningSchema.options.flatMap(meaning =>
    inPieces(words[meaning]).map((piece, at) => [
      at === 0 ? meaning : `${meaning} ${at + 1}`,
      piece,
    ]),
  )
  return Object.fromEntries(details)
}

/** Quoted: a word may hold a comma or a blank. */
function inPieces(words: readonly string[]): string[] {
  const pieces = ['']
  for (const word of words.map(each => JSON.stringify(each))) {
    const last = pieces.at(-1) ?? ''
    const longer = last === '' ? word : `${last}, ${word}`
    if (longer.length <= detailLength) pieces.splice(-1, 1, longer)
    else pieces.push(word)
  }
  return pieces
}

const saved = (section: string) => (): ReturnType<Recording<unknown>> => ({
  action: 'settings-saved',
  detail: { section },
})

/**
 * How each call that takes more than a cashier goes into the audit log; a new one does not compile without.
 * null: it changes nothing, or it is recorded elsewhere. Never a secret, never a customer.
 */
export const recordedCalls: RecordedCalls = {
  'connection.saveAndTest': ({ kind, address, apiKey, apiSecret }) => ({
    action: 'connection-saved',
    detail: { kind, address: address.slice(0, 300), newKeys: apiKey !== '' || apiSecret !== '' },
  }),
  'connection.choose': ({ kind }) => ({ action: 'connection-chosen', detail: { kind } }),
  // Recorded once the file was read: which authority it is says the file.
  'connection.addAuthority': null,
  'connection.removeAuthorities': ({ kind }) => ({ action: 'authority-removed', detail: { kind } }),
  'tutorial.begin': () => ({
    action: 'connection-chosen',
    detail: { kind: 'practice', tutorial: 'begin' },
  }),
  'tutorial.end': ({ goOn }) => ({
    action: 'connection-chosen',
    detail: { tutorial: 'end', goOn },
  }),
  'tutorial.closeList': saved('tutorial'),
  'key.createPassphrase': () => ({ action: 'passphrase-created', detail: {} }),
  // Recorded once the owner is proven.
  'key.recoveryCode': null,
  'key.printRecoveryCode': null,
  'settings.saveShop': saved('shop'),
  'settings.saveCharging': saved('charging'),
  'settings.saveCustomerWindow': saved('customerWindow'),
  'settings.saveTimeouts': saved('timeouts'),
  'settings.saveReceipts': saved('receipts'),
  'settings.saveStaff': ({ idleMinutes, pinDigits }) => ({
    action: 'settings-saved',
    detail: { section: 'staff', idleMinutes, pinDigits },
  }),
  'settings.saveRetention': ({ months }) => ({
    action: 'settings-saved',
    detail: { section: 'retention', months },
  }),
  'settings.saveWords': words => ({
    action: 'settings-saved',
    detail: { section: 'words', ...wordDetails(words) },
  }),
  'ledger.exportReadable': () => ({ action: 'exported', detail: { what: 'ledger' } }),
  'ledger.quarantine': () => ({ action: 'ledger-set-aside', detail: {} }),
  // On the sale's own history, with when and who.
  'sales.resolve': null,
  'sales.recordRefund': null,
  'sales.classifyStatus': null,
  'sales.tryAgainLate': null,
  // The staff service records these itself: it knows whom they are about.
  'staff.add': null,
  'staff.change': null,
  'staff.remove': null,
  'exports.sales': () => ({ action: 'exported', detail: { what: 'sales' } }),
  'exports.history': ({ saleId }) => ({ action: 'exported', detail: { what: 'history', saleId } }),
  'day.close': ({ period, signOffs }) => ({
    action: 'day-closed',
    detail: { period, signOffs: signOffs.length },
  }),
  'day.exportCsv': ({ number }) => ({ action: 'exported', detail: { what: 'cash-up', number } }),
  'day.exportPdf': ({ number }) => ({ action: 'exported', detail: { what: 'cash-up', number } }),
  'day.send': ({ number }) => ({ action: 'exported', detail: { what: 'cash-up', number } }),
  'day.print': ({ number }) => ({ action: 'exported', detail: { what: 'cash-up-print', number } }),
  'customers.forget': () => ({ action: 'customer-forgotten', detail: {} }),
  'integrity.acknowledge': ({ ids }) => ({
    action: 'change-acknowledged',
    detail: { changes: ids.length, ids: ids.join(' ').slice(0, 300) },
  }),
  'integrity.checkWhole': () => ({ action: 'history-checked', detail: {} }),
  // Recorded once the database has said which shop and till it is.
  'shop.saveAndTest': null,
  'shop.setUp': null,
  'shop.takePlace': null,
  'shop.forget': () => ({ action: 'shop-left', detail: {} }),
  'backup.goOn': () => ({ action: 'restore-confirmed', detail: {} }),
  // Recorded once it is known what was made or restored.
  'backup.save': null,
  'backup.beginDaily': null,
  'backup.endDaily': null,
  'backup.restore': null,
  'updates.save': ({ address, publicKey }) => ({
    action: 'settings-saved',
    detail: { section: 'updates', address, key: publicKey },
  }),
  'updates.choose': ({ install }) => ({ action: 'update-chosen', detail: { install } }),
  // Only reads, or draws.
  'updates.check': null,
  'updates.showInFolder': null,
  'backup.choose': null,
  'backup.inspect': null,
  'backup.cancel': null,
  'backup.showInFolder': null,
  'auditLog.list': null,
  'day.past': null,
  'day.find': null,
  'meeting.day': null,
  'meeting.exportDay': null,
  'customer.showTest': null,
  'receipts.printers': null,
  'receipts.preview': null,
  'receipts.testPrint': null,
}
