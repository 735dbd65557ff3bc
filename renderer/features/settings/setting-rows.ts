import type { ParseKeys } from 'i18next'
import type en from '../../../resources/languages/en.json'
import {
  type CustomerFieldName,
  customerFieldsInForm,
  fieldLength,
  isEmailField,
} from '../../../shared/payment/customer-fields'
import { printMethodSchema } from '../../../shared/settings/receipts'
import type { SectionName } from '../../stores/settings-tabs'
import {
  amount,
  type Control,
  choice,
  country,
  currencyCode,
  duration,
  monthsOrForever,
  numberChoice,
  text,
  wholeNumber,
  wholeNumberOrNone,
  words,
  yesOrNo,
} from './controls'
import { customerDisplay } from './screen/customer-display'
import { networks, readBackFrom } from './selling/charging-controls'
import { items } from './selling/item-list'
import type { SettingPath, SettingsInForm, SettingValue } from './setting-path'
import { logo, printer } from './shop/printing'

interface Row<Value> {
  /** Its place: stores/settings-tabs.ts. */
  section: SectionName
  label: ParseKeys
  hint?: ParseKeys
  /** What is wrong where the schema refuses the value. Without it main judges, and says so. */
  wrong?: ParseKeys
  /** What is wrong where it does not fit the setting before it. */
  misfit?: ParseKeys
  /** Where it is there only with what is chosen in other settings. */
  when?: (settings: SettingsInForm) => boolean
  control: Control<Value>
}

type Rows = { [Path in SettingPath]: Row<SettingValue<Path>> }

export type AnyRow = Row<unknown>

const tillOrLanguage = choice([
  ['till', 'settings.customer.languageTill'],
  ...words('language', ['en', 'sw']),
])

/** Every setting: its section, words and control, in the order of the screen. */
const settingRows: Rows = {
  'shop.name': row('shop', 'settings.shop.name', text(120)),
  'shop.till': row('shop', 'settings.shop.till', text(120)),
  'shop.currency': row('shop', 'field.currency', currencyCode, {
    hint: 'settings.shop.currencyHint',
    wrong: 'settings.shop.currencyHint',
  }),
  'shop.country': row('shop', 'settings.shop.country', country, {
    hint: 'settings.shop.countryHint',
  }),
  'shop.ownerPhone': row('shop', 'settings.shop.owner', text(40), {
    hint: 'settings.shop.ownerHint',
    wrong: 'charge.problems.phone-unreadable',
  }),
  'shop.shownNumber': row('shownNumber', 'settings.customer.number', text(40)),
  ...customerRows(),
  'charging.items': row('items', 'settings.tab.items', items, { wrong: 'items.wrong.list' }),
  'charging.cash': row('cash', 'channel.cash', yesOrNo('charging.cashYes', 'charging.cashNo')),
  'charging.usual': row(
    'usual',
    'charging.usual',
    choice(words('channel', ['mobile', 'card', 'cash'])),
  ),
  'charging.readBackFrom': row('readBack', 'charging.readBack', readBackFrom, {
    hint: 'charging.readBackHint',
    wrong: 'charging.wrong',
  }),
  'charging.discountLimit': row('discounts', 'charging.discountLimit', wholeNumberOrNone(3), {
    hint: 'charging.discountHint',
    wrong: 'charging.discountHint',
  }),
  'charging.networks': row('networks', 'settings.tab.networks', networks),
  'receipts.automatic': row(
    'printing',
    'settings.receipts.when',
    yesOrNo('settings.receipts.automatic', 'settings.receipts.byHand', 'below'),
  ),
  'receipts.method': row(
    'printer',
    'settings.receipts.method',
    choice(
      printMethodSchema.options.map(each => [each, `settings.receipts.methods.${each}`] as const),
      'below',
    ),
  ),
  'receipts.printer': row('printer', 'settings.receipts.printer', printer, {
    when: ({ receipts }) => receipts.method !== 'network',
  }),
  'receipts.address': row('printer', 'settings.receipts.address', text(260), {
    hint: 'settings.receipts.addressHint',
    wrong: 'settings.receipts.addressBad',
    when: ({ receipts }) => receipts.method === 'network',
  }),
  'receipts.paper': row(
    'printer',
    'settings.receipts.paper',
    choice(words('settings.receipts.papers', ['58', '80', 'a4']), 'narrow'),
  ),
  'receipts.sheets': row('printer', 'settings.receipts.sheets', numberChoice([1, 2, 3])),
  'receipts.drawer': row(
    'printer',
    'settings.receipts.drawer',
    yesOrNo('settings.receipts.drawerForCash', 'settings.receipts.drawerNone'),
    { when: ({ receipts }) => receipts.method !== 'system' },
  ),
  'receipts.language': row('receipt', 'settings.receipts.language', tillOrLanguage),
  'receipts.showPhone': row(
    'receipt',
    'settings.receipts.phone',
    yesOrNo('settings.receipts.phoneShown', 'settings.receipts.phoneHidden', 'narrow'),
  ),
  'receipts.referenceCode': row(
    'receipt',
    'settings.receipts.code',
    yesOrNo('settings.receipts.codeShown', 'settings.receipts.phoneHidden', 'narrow'),
  ),
  'receipts.logo': row('receipt', 'settings.receipts.logo', logo),
  'receipts.shopAddress': row('receipt', 'settings.receipts.shopAddress', text(120)),
  'receipts.shopPhone': row('receipt', 'settings.receipts.shopPhone', text(40), {
    wrong: 'settings.receipts.shopPhoneBad',
  }),
  'receipts.taxNumber': row('receipt', 'settings.receipts.taxNumber', text(40), {
    hint: 'settings.receipts.taxNumberHint',
    wrong: 'settings.receipts.taxNumberBad',
  }),
  'receipts.taxRate': row('receipt', 'settings.receipts.taxRate', wholeNumber(2), {
    hint: 'settings.receipts.taxRateHint',
    wrong: 'settings.receipts.taxRateHint',
  }),
  'receipts.footer': row('receipt', 'settings.receipts.footer', text(300), {
    hint: 'settings.receipts.footerHint',
  }),
  'freshness.aloneMs': limit('mobileWaits', 'alone', duration),
  'freshness.renewMs': limit('mobileWaits', 'renew', duration, 'shorter'),
  'cardFreshness.aloneMs': limit('cardWaits', 'alone', duration),
  'cardFreshness.renewMs': limit('cardWaits', 'renew', duration, 'shorter'),
  'queue.sales': limit('queue', 'sales', wholeNumber(20)),
  'queue.amount': limit('queue', 'amount', amount),
  promptLifetimeMs: limit('watch', 'prompt', duration),
  assumedLifetimeMs: limit('watch', 'lifetime', duration),
  keyTrustedMs: limit('watch', 'keyTrusted', duration),
  'retention.months': row('retention', 'retention.for', monthsOrForever, {
    wrong: 'retention.hint',
  }),
  'staff.idleMinutes': row('idle', 'staff.tab.idleMinutes', wholeNumber(3), {
    hint: 'staff.tab.idleHint',
    wrong: 'staff.tab.idleHint',
  }),
  'staff.pinDigits': row('pins', 'staff.tab.pins', numberChoice([4, 6])),
  'display.language': row(
    'language',
    'settings.display.language',
    choice(words('language', ['en', 'sw'])),
  ),
  'display.theme': row(
    'theme',
    'settings.display.theme',
    choice(words('settings.display.themes', ['system', 'light', 'dark'])),
  ),
  'display.textSize': row(
    'textSize',
    'settings.display.textSize',
    choice((['100', '125', '150', '200'] as const).map(each => [each, 'settings.display.percent'])),
  ),
  'alerts.volume': row(
    'volume',
    'settings.tab.alerts',
    choice(words('settings.alerts.volumes', ['off', 'quiet', 'normal', 'loud'])),
  ),
  'alerts.spoken': onOff('spoken'),
  'alerts.waitingTick': onOff('waitingTick'),
  'alerts.notices': onOff('notices'),
  'alerts.noticeAmounts': onOff('noticeAmounts'),
  'customerWindow.display': row('customerDisplay', 'settings.customer.where', customerDisplay),
  'customerWindow.language': row('customerLanguage', 'settings.customer.language', tillOrLanguage),
}

/** Every setting with its row, in the order of the screen. */
export const allRows = Object.entries(settingRows) as readonly [SettingPath, AnyRow][]

function row<Value>(
  section: SectionName,
  label: ParseKeys,
  control: Control<Value>,
  more: Pick<Row<Value>, 'hint' | 'wrong' | 'when'> = {},
): Row<Value> {
  return { section, label, control, ...more }
}

type LimitName = Exclude<keyof (typeof en)['settings']['timeouts']['problems'], 'shorter'>

/** How long, or how much: its bounds are named where they are not kept. */
function limit(
  section: SectionName,
  name: LimitName,
  control: Control<number>,
  misfit?: 'shorter',
): Row<number> {
  return {
    section,
    label: `settings.timeouts.${name}`,
    hint: `settings.timeouts.${name}Hint`,
    wrong: `settings.timeouts.problems.${name}`,
    ...(misfit && { misfit: `settings.timeouts.problems.${misfit}` }),
    control,
  }
}

function onOff(name: 'spoken' | 'waitingTick' | 'notices' | 'noticeAmounts'): Row<boolean> {
  const control = yesOrNo('settings.alerts.on', 'settings.alerts.off')
  return { section: name, label: `settings.alerts.${name}`, control }
}

type CustomerRows = Record<`shop.customer.${CustomerFieldName}`, Row<string>>

/** The customer's fields have their own list (shared/payment/customer-fields.ts). */
function customerRows(): CustomerRows {
  const rows = customerFieldsInForm.map(name => {
    const more = isEmailField(name) ? { wrong: 'settings.shop.problems.email' as const } : {}
    return [`shop.customer.${name}`, row('newSale', `field.${name}`, text(fieldLength(name)), more)]
  })
  return Object.fromEntries(rows)
}
