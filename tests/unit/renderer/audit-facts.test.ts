import { createInstance, type TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { auditFacts as factsOf } from '../../../renderer/i18n/audit-facts'
import en from '../../../resources/languages/en.json'
import sw from '../../../resources/languages/sw.json'
import type { AuditDetail } from '../../../shared/audit-entry'
import { calls } from '../../../shared/ipc/contract'

const resources = { en: { translation: en }, sw: { translation: sw } }

function inLanguage(lng: 'en' | 'sw') {
  const language = createInstance()
  language.init({ lng, resources, interpolation: { escapeValue: false } })
  return language.t
}

const auditFacts = (
  detail: AuditDetail,
  t: TFunction,
  amountOf: () => string | null = () => null,
) => factsOf(detail, t, { language: 'en', amountOf })

it('says the facts of an audit entry in the words of the language', () => {
  const signedIn = { role: 'owner', instead: 'Juma' }
  expect(auditFacts(signedIn, inLanguage('en'))).toBe('Role: Owner · Instead: Juma')
  expect(auditFacts(signedIn, inLanguage('sw'))).toBe('Wadhifa: Mmiliki · Badala yake: Juma')
  const saved = { kind: 'sandbox', newKeys: true }
  expect(auditFacts(saved, inLanguage('sw'))).toBe('Aina: Majaribio · Funguo mpya: ndiyo')
})

it('leaves a name, and what it has no words for, as it was kept', () => {
  const facts = { name: 'owner', why: 'SQLITE_NOTADB: file is not a database', colour: 'red' }
  expect(auditFacts(facts, inLanguage('sw'))).toBe(
    'Jina: owner · Kwa nini: SQLITE_NOTADB: file is not a database · colour: red',
  )
})

it('says what was changed, refused or chosen as its own screen does', () => {
  const t = inLanguage('en')
  const found = { store: 'ledger', kind: 'changed', number: 7 }
  expect(auditFacts(found, t)).toBe(
    `Where: Payments · Kind: ${en.integrity.kinds.changed.replace('{{number}}', '7')} · Number: 7`,
  )
  expect(auditFacts({ why: 'idle' }, t)).toBe(`Why: ${en.staff.lock.why.idle}`)
  expect(auditFacts({ code: 'payments-open' }, t)).toBe(`Reason: ${en.errors['payments-open']}`)
  expect(auditFacts({ section: 'customerWindow' }, t)).toBe('Section: Customer display')
  expect(auditFacts({ install: 'at-close' }, t)).toBe(`Install: ${en.updates.atClose}`)
})

it('names a payment as its receipt does, with its amount where that is known', () => {
  const facts = { paymentId: '01a200b0-3fc3-7e31-a4dc-1f0d4892e60e' }
  expect(auditFacts(facts, inLanguage('en'))).toBe('Payment: 4892E60E')
  expect(auditFacts(facts, inLanguage('en'), () => 'TZS 15,000')).toBe(
    'Payment: 4892E60E, TZS 15,000',
  )
})

it('says a moment as a time, and who and where as other facts', () => {
  const at = new Date(2026, 10, 23, 14, 5, 9).getTime()
  const twice = { reference: 'R-1', till: 'Counter 2', person: 'Juma', at }
  expect(auditFacts(twice, inLanguage('en'))).toBe(
    'Reference: R-1 · Till: Counter 2 · Who: Juma · Time: 23 Nov 2026, 14:05:09',
  )
  const madeAt = new Date(at).toISOString()
  expect(factsOf({ madeAt }, inLanguage('sw'), { language: 'sw' })).toContain('2026, 14:05:09')
  expect(auditFacts({ madeAt: 'no time' }, inLanguage('en'))).toBe('Backup from: no time')
})

it('says no ids, and nothing of what is not there', () => {
  const facts = { id: '01a1', ids: 'a b', keptAs: null, for: '', changes: 0 }
  expect(auditFacts(facts, inLanguage('en'))).toBe('Changes: 0')
})

it.each(
  Object.entries(calls).flatMap(([group, channels]) =>
    Object.entries(channels).flatMap(([name, { role }]) =>
      role === 'manager' ? [`${group}.${name}`] : [],
    ),
  ),
)('has words for %s, which a manager may allow', call => {
  for (const language of ['en', 'sw'] as const)
    expect(auditFacts({ call }, inLanguage(language))).not.toMatch(call.replace('.', '[.-]'))
})
