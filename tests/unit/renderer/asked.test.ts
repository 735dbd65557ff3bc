import i18next, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { askedAction, askedFacts } from '../../../renderer/features/access/asked'
import en from '../../../resources/languages/en.json'
import sw from '../../../resources/languages/sw.json'
import { calls } from '../../../shared/ipc/contract'
import { leavesOf } from '../../support/contract-samples'

let t: TFunction
const inLanguage = {} as Record<'en' | 'sw', TFunction>

beforeAll(async () => {
  const resources = { en: { translation: en }, sw: { translation: sw } }
  for (const lng of ['en', 'sw'] as const)
    inLanguage[lng] = await i18next.createInstance().init({ lng, resources })
  t = inLanguage.en
})

describe('what a person is asked to allow', () => {
  it.each([
    [
      'payments.decide',
      '{"action":"resolve","paymentId":"1","reason":"x","how":"other"}',
      'resolve a payment',
    ],
    [
      'payments.decide',
      '{"action":"classify-status","meaning":"paid"}',
      'count the service’s word as paid',
    ],
    [
      'payments.decide',
      '{"action":"classify-status","meaning":"failed"}',
      'count the service’s word as failed',
    ],
    [
      'payments.decide',
      '{"action":"classify-status","meaning":"pending"}',
      'count the service’s word as in progress',
    ],
    [
      'payments.decide',
      '{"action":"try-again","paymentId":"1"}',
      'try again after more than an hour',
    ],
    ['payments.unreadAnswer', '{"paymentId":"1"}', 'see an answer that cannot be read'],
    ['some.call', '{"paymentId":3}', null],
    ['day.close', '', 'close the day'],
  ])('is named, and is no invention where there are no words: %s %s', (call, argument, words) => {
    expect(askedAction(call, argument, t)).toBe(words)
  })

  it.each(Object.keys(en.staff.auditLog.calls))('%s is a call', key => {
    const channels = Object.entries(calls).flatMap(([group, members]) =>
      Object.keys(members).map(name => `${group}-${name}`),
    )
    const actions = calls.payments.decide.argument.options.map(
      ({ shape }) => `payments-${shape.action.value}`,
    )
    expect([...channels, ...actions]).toContain(key)
  })
})

describe('what a PIN allows', () => {
  const facts = (argument: unknown, paymentText: (id: string) => string | null = () => null) =>
    askedFacts(JSON.stringify(argument), t, paymentText)

  it('is shown with reasons, counted cash and the payments that are signed off', () => {
    const signOffs = [{ paymentId: 'a', reason: 'The customer left' }]
    const counted = [{ currency: 'TZS', amount: 15_000 }]
    const named = (id: string) => (id === 'a' ? 'TZS 9,000 · Asha' : null)
    expect(facts({ period: 3, signOffs, counted }, named)).toEqual([
      { label: 'Cash-up', value: '3' },
      { label: 'Signed off', value: 'TZS 9,000 · Asha' },
      { label: 'Reason', value: 'The customer left' },
      { label: 'Counted cash', value: 'TZS\u00a015,000' },
    ])
  })

  it.each([
    ['en', { how: 'not-paid', reason: 'left' }, 'Not paid'],
    ['sw', { how: 'not-paid', reason: 'left' }, sw.resolvedAs.notPaid],
    ['en', { how: 'seen-in-dashboard' }, en.resolvedAs.seen],
    ['en', { way: 'said' }, en.wayBack.said],
    ['sw', { why: 'goods' }, sw.live.giveBackDialog.for.goods],
    ['sw', { role: 'owner' }, sw.staff.role.owner],
  ] as const)('says what was chosen as its own screen does: %s %j', (language, argument, words) => {
    const shown = askedFacts(JSON.stringify(argument), inLanguage[language], () => null)
    expect(shown[0]?.value).toBe(words)
  })

  it('is shown with every status word', () => {
    expect(facts({ paid: ['done', 'ok'], failed: [], pending: ['queued'] })).toEqual([
      { label: 'Words that mean paid', value: 'done · ok' },
      { label: 'Words that mean failed', value: 'nothing' },
      { label: 'Words that mean in progress', value: 'queued' },
    ])
  })

  it('is never a key, a passphrase or a PIN', () => {
    const shown = facts({ apiKey: 'PLANTED', apiSecret: 'PLANTED', pin: 'PLANTED', name: 'Asha' })
    expect(JSON.stringify(shown)).not.toContain('PLANTED')
    expect(shown.map(({ value }) => value)).toContain('Asha')
  })

  const privileged = Object.entries(calls).flatMap(([group, members]) =>
    Object.entries(members)
      .filter(([, { role }]) => role === 'manager' || role === 'owner')
      .flatMap(([name, { argument }]) =>
        leavesOf(argument).map(leaf => [`${group}.${name}`, leaf] as const),
      ),
  )
  const hidden = /(^|\.)(apiKey|apiSecret|passphrase|pin|draftId)$/

  it.each(privileged.filter(([, { path }]) => !hidden.test(path)))(
    'leaves out no field: %s $path',
    (_call, leaf) => {
      const marked = leaf.kind === 'text' ? 'a marked text' : 987_654
      const shown = facts(leaf.put(marked)).map(({ value }) => value.replaceAll(',', ''))
      expect(shown.join('\n')).toContain(String(marked))
    },
  )
})
