import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import { auditFacts } from '../../../renderer/features/settings/people/audit-facts'
import en from '../../../resources/languages/en.json'
import sw from '../../../resources/languages/sw.json'
import { calls } from '../../../shared/ipc/contract'

const resources = { en: { translation: en }, sw: { translation: sw } }

function inLanguage(lng: 'en' | 'sw') {
  const language = createInstance()
  language.init({ lng, resources, interpolation: { escapeValue: false } })
  return language.t
}

it('says the facts of an audit entry in the words of the language', () => {
  const signedIn = { role: 'owner', instead: 'Juma' }
  expect(auditFacts(signedIn, inLanguage('en'))).toBe('role: owner · instead: Juma')
  expect(auditFacts(signedIn, inLanguage('sw'))).toBe('wadhifa: mmiliki · badala yake: Juma')
  const saved = { kind: 'sandbox', newKeys: true }
  expect(auditFacts(saved, inLanguage('sw'))).toBe('aina: majaribio · funguo mpya: ndiyo')
})

it('leaves a name, and what it has no words for, as it was kept', () => {
  const facts = { name: 'owner', why: 'SQLITE_NOTADB: file is not a database', colour: 'red' }
  expect(auditFacts(facts, inLanguage('sw'))).toBe(
    'jina: owner · sababu: SQLITE_NOTADB: file is not a database · colour: red',
  )
})

it('names a payment as its receipt does, with its amount where that is known', () => {
  const facts = { saleId: '01a200b0-3fc3-7e31-a4dc-1f0d4892e60e' }
  expect(auditFacts(facts, inLanguage('en'))).toBe('payment: 4892E60E')
  expect(auditFacts(facts, inLanguage('en'), () => 'TZS 15,000')).toBe(
    'payment: 4892E60E, TZS 15,000',
  )
})

it('says no ids, and nothing of what is not there', () => {
  const facts = { id: '01a1', ids: 'a b', keptAs: null, for: '', changes: 0 }
  expect(auditFacts(facts, inLanguage('en'))).toBe('changes: 0')
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
