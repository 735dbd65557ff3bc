import { describe, expect, it } from 'vitest'
import {
  draftOf,
  type FormName,
  formOfSection,
  forms,
  problemsIn,
  type Typed,
  typedOf,
} from '../../../renderer/features/settings/forms'
import { allRows } from '../../../renderer/features/settings/setting-rows'
import { allTabs, sectionsOf, tabsFor } from '../../../renderer/stores/settings-tabs'
import { defaultSettings, settingsSchema } from '../../../shared/settings'

const odd = {
  ...defaultSettings,
  freshness: { aloneMs: 95_000, renewMs: 600_000 },
  charging: {
    items: [{ name: 'Soda', price: 1_500, code: '42' }],
    cash: true,
    discountLimit: 10,
    usual: 'mobile' as const,
    readBackFrom: { KES: 20_000, UGX: 5 },
    networks: [{ prefix: '255754', name: 'One' }],
  },
  retention: { months: null },
}

const everySection = () =>
  allTabs.flatMap(({ name }) => sectionsOf(name)).map(([section]) => section)

function typedInto(form: FormName, change: Typed) {
  const draft = draftOf(form, { ...typedOf(form, defaultSettings), ...change }, defaultSettings)
  return { draft, problems: problemsIn(form, draft) }
}

const time = (minutes: string, seconds = '0') => ({ minutes, seconds })

describe('the settings', () => {
  it('all come back as they were, and their schemas take them', () => {
    for (const settings of [defaultSettings, odd])
      for (const form of Object.keys(forms) as FormName[]) {
        const draft = draftOf(form, typedOf(form, settings), settings)
        expect(draft).toEqual(settings)
        expect(settingsSchema.parse(draft)).toEqual(settings)
        expect(problemsIn(form, draft)).toEqual({})
      }
  })

  it('have at least one in each section of the tabs', () => {
    expect(new Set(Object.keys(formOfSection))).toEqual(new Set(everySection()))
  })

  it('are each on one page: no tab and no section is there twice', () => {
    const names = allTabs.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    expect(everySection()).toEqual([...new Set(everySection())])
    for (const [path, { section }] of allRows) expect(everySection(), path).toContain(section)
  })

  it('are in six groups', () => {
    const groups = [...new Set(allTabs.map(({ group }) => group))].join(' ')
    expect(groups).toBe('shop selling screen people service support')
  })
})

describe('the tabs of Settings', () => {
  const always = { connected: true, staffed: true }
  const names = (tabs: readonly { name: string }[]) => tabs.map(({ name }) => name)

  it('are all open to the owner', () => {
    expect(tabsFor(true, always)).toEqual({ open: allTabs, locked: [] })
  })

  it('are open to the others for the screen, the sounds and support alone', () => {
    const { open, locked } = tabsFor(false, always)
    expect(names(open)).toEqual(['display', 'alerts', 'support'])
    expect(names(locked)).toHaveLength(allTabs.length - 3)
  })

  it('are there only when they have a use', () => {
    const without = tabsFor(true, { connected: false, staffed: false }).open
    const missing = allTabs.filter(tab => !without.includes(tab))
    expect(names(missing)).toEqual(['customer', 'lock'])
  })
})

describe('the form of waiting', () => {
  it('shows times in minutes and seconds, and takes an empty unit as none of it', () => {
    expect(typedOf('timeouts', odd)['freshness.aloneMs']).toEqual(time('1', '35'))
    const { draft, problems } = typedInto('timeouts', { 'freshness.aloneMs': time('', '45') })
    expect(draft.freshness.aloneMs).toBe(45_000)
    expect(problems).toEqual({})
  })

  // The same bounds as the words name.
  it.each([
    ['freshness.aloneMs', 'alone', time('0', '1'), true],
    ['freshness.aloneMs', 'alone', time('0', '0'), false],
    ['freshness.renewMs', 'renew', time('1440'), true],
    ['freshness.renewMs', 'renew', time('1440', '1'), false],
    ['freshness.renewMs', 'shorter', time('0', '30'), false],
    ['cardFreshness.renewMs', 'shorter', time('0', '30'), false],
    ['cardFreshness.aloneMs', 'alone', time('60'), true],
    ['cardFreshness.aloneMs', 'alone', time('60', '1'), false],
    ['cardFreshness.renewMs', 'renew', time('1441'), false],
    ['assumedLifetimeMs', 'lifetime', time('0', '59'), false],
    ['assumedLifetimeMs', 'lifetime', time('1440'), true],
    ['assumedLifetimeMs', 'lifetime', time('soon'), false],
    ['promptLifetimeMs', 'prompt', time('0', '9'), false],
    ['promptLifetimeMs', 'prompt', time('0', '10'), true],
    ['promptLifetimeMs', 'prompt', time('60', '1'), false],
    ['keyTrustedMs', 'keyTrusted', time('0', '59'), false],
    ['keyTrustedMs', 'keyTrusted', time('43200'), true],
    ['keyTrustedMs', 'keyTrusted', time('43201'), false],
    ['queue.sales', 'sales', '0', false],
    ['queue.sales', 'sales', '1001', false],
    ['queue.sales', 'sales', '2.5', false],
    ['queue.amount', 'amount', '1.5', false],
    ['queue.amount', 'amount', '', false],
  ] as const)('%s, in words %s, of %o: %s', (path, words, typed, fits) => {
    expect(typedInto('timeouts', { [path]: typed }).problems).toEqual(
      fits ? {} : { [path]: `settings.timeouts.problems.${words}` },
    )
  })

  it('reads an amount as people write it', () => {
    const { draft } = typedInto('timeouts', { 'queue.amount': '5,000,000' })
    expect(draft.queue.amount).toBe(5_000_000)
  })
})

describe('the form of charging', () => {
  it('has the items, and each currency that the till takes', () => {
    const shop = { ...odd.shop, currency: 'KES' }
    expect(typedOf('charging', { ...odd, shop })).toMatchObject({
      'charging.items': [{ name: 'Soda', price: '1,500', code: '42' }],
      'charging.readBackFrom': { KES: '20,000', TZS: '', UGX: '5' },
    })
  })

  it('leaves out what is left empty, and keeps the order', () => {
    const { draft, problems } = typedInto('charging', {
      'charging.items': [
        { name: ' Bread ', price: '2 000', code: '' },
        { name: '', price: ' ', code: '' },
        { name: 'Soda', price: '1,000', code: ' 42 ' },
      ],
      'charging.readBackFrom': { KES: '', TZS: '1,000,000' },
    })
    expect(problems).toEqual({})
    expect(draft.charging.items).toEqual([
      { name: 'Bread', price: 2_000, code: '' },
      { name: 'Soda', price: 1_000, code: '42' },
    ])
    expect(draft.charging.readBackFrom).toEqual({ TZS: 1_000_000 })
  })
})

const soda = { name: 'Soda', price: '1,500', code: '' }

describe('the forms', () => {
  it.each([
    ['charging', 'charging.items', [{ ...soda, price: '1.5' }], 'items.wrong.list'],
    ['charging', 'charging.readBackFrom', { TZS: 'many' }, 'charging.wrong'],
    ['shop', 'shop.currency', 'TZ', 'settings.shop.currencyHint'],
    ['shop', 'shop.customer.email', 'juma@', 'settings.shop.problems.email'],
    ['shop', 'shop.customer.email', ' juma@example.com ', null],
    ['retention', 'retention.months', { forever: false, months: '5' }, 'retention.hint'],
    ['retention', 'retention.months', { forever: false, months: 'two' }, 'retention.hint'],
    ['retention', 'retention.months', { forever: true, months: 'two' }, null],
    ['staff', 'staff.idleMinutes', '241', 'staff.tab.idleHint'],
    ['staff', 'staff.idleMinutes', '', 'staff.tab.idleHint'],
    ['staff', 'staff.idleMinutes', '0', null],
  ] as const)('%s: %s of %o', (form, path, typed, problem) => {
    expect(typedInto(form, { [path]: typed }).problems).toEqual(problem ? { [path]: problem } : {})
  })
})
