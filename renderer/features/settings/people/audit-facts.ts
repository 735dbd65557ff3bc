import type { TFunction } from 'i18next'
import type { AuditDetail } from '../../../../shared/audit-entry'
import { saleNumber } from '../../../../shared/payment/sale-number'

/** Ids and counters are for the till; they say nothing to a person. */
const unsaid = new Set(['id', 'ids', 'pinRevision', 'staffPeople'])

/** Facts whose word is one of the till's own; any other is a person's, a file's or the system's. */
const ownWords = new Set(
  'role roleBefore was why how section kind tutorial what store account result code install'.split(
    ' ',
  ),
)

/**
 * `role: owner · name: Asha`: the facts of an audit entry. What has no words yet stays as it was kept.
 * `amountOf` says the amount of a sale that the window knows; the audit log keeps none.
 */
export function auditFacts(
  detail: AuditDetail,
  t: TFunction,
  amountOf: (saleId: string) => string | null = () => null,
): string {
  return Object.entries(detail)
    .filter(([name, value]) => !unsaid.has(name) && value !== null && value !== '')
    .map(([name, value]) => {
      const said = name === 'saleId' ? saleSaid(String(value), amountOf) : wordOf(name, value, t)
      return `${inWords('facts', name, t)}: ${said}`
    })
    .join(' · ')
}

/** As the receipt names it. */
function saleSaid(id: string, amountOf: (saleId: string) => string | null): string {
  return [saleNumber({ id }), amountOf(id)].filter(Boolean).join(', ')
}

function wordOf(name: string, value: AuditDetail[string] | undefined, t: TFunction): string {
  if (typeof value === 'boolean') return inWords('values', value ? 'yes' : 'no', t)
  // A channel's name has a dot, which a key of the language files cannot have.
  if (name === 'call') return inWords('calls', String(value).replace('.', '-'), t)
  return ownWords.has(name) ? inWords('values', String(value), t) : String(value)
}

/** A reason may be a sentence of the system: it is not a key, whatever it contains. */
function inWords(list: 'facts' | 'values' | 'calls', word: string, t: TFunction): string {
  if (!/^[a-zA-Z-]+$/.test(word)) return word
  return t(`staff.auditLog.${list}.${word}` as 'staff.auditLog.values.yes', { defaultValue: word })
}
