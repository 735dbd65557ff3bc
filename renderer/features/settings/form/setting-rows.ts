import type { ParseKeys } from 'i18next'
import {
  type CustomerFieldName,
  customerFields,
  customerFieldsInForm,
} from '../../../../shared/payment/customer-fields'
import type { SectionName } from '../../../stores/settings-tabs'
import { monthsOrForever } from '../people/months'
import { customerDisplay } from '../screen/customer-display'
import { networks, presets, readBackFrom } from '../selling/charging-controls'
import { automaticPrinting, printer } from '../shop/printing'
import { choice, numberChoice, yesOrNo } from './choice-controls'
import type { Control } from './control'
import { country } from './country'
import type { SettingPath, SettingValue } from './setting-path'
import { amount, currencyCode, duration, text, wholeNumber } from './text-controls'

interface Row<Value> {
  /** Where it stands: stores/settings-tabs.ts. */
  section: SectionName
  label: ParseKeys
  hint?: ParseKeys
  /** What is wrong where the schema refuses the value. Without it main judges, and says so. */
  wrong?: ParseKeys
  /** What is wrong where it does not fit the setting before it. */
  misfit?: ParseKeys
  control: Control<Value>
}

type Rows = { [Path in SettingPath]: Row<SettingValue<Path>> }

export type AnyRow = Row<unknown>

const languages = [
  ['en', 'language.en'],
  ['sw', 'language.sw'],
] as const

const onOff = yesOrNo('settings.alerts.on', 'settings.alerts.off')

/** Every setting: its section, words and control, in the order of the screen. */
export const settingRows: Rows = {
  'shop.name': { section: 'shop', label: 'settings.shop.name', control: text(120) },
  'shop.till': { section: 'shop', label: 'settings.shop.till', control: text(120) },
  'shop.currency': {
    section: 'shop',
    label: 'settings.shop.currency',
    hint: 'settings.shop.currencyHint',
    wrong: 'settings.shop.problems.currency',
    control: currencyCode,
  },
  'shop.country': {
    section: 'shop',
    label: 'settings.shop.country',
    hint: 'settings.shop.countryHint',
    control: country,
  },
  ...customerRows(),
  'charging.presets': {
    section: 'presets',
    label: 'charging.presets',
    wrong: 'charging.wrong',
    control: presets,
  },
  'charging.readBackFrom': {
    section: 'readBack',
    label: 'charging.readBack',
    hint: 'charging.readBackHint',
    wrong: 'charging.wrong',
    control: readBackFrom,
  },
  'charging.networks': { section: 'networks', label: 'charging.networks', control: networks },
  'receipts.automatic': {
    section: 'printing',
    label: 'settings.receipts.when',
    control: automaticPrinting,
  },
  'receipts.printer': { section: 'printer', label: 'settings.receipts.printer', control: printer },
  'receipts.paper': {
    section: 'printer',
    label: 'settings.receipts.paper',
    control: choice(
      [
        ['58', 'settings.receipts.papers.58'],
        ['80', 'settings.receipts.papers.80'],
        ['a4', 'settings.receipts.papers.a4'],
      ],
      true,
    ),
  },
  'receipts.sheets': {
    section: 'printer',
    label: 'settings.receipts.sheets',
    control: numberChoice([1, 2, 3]),
  },
  'receipts.language': {
    section: 'receipt',
    label: 'settings.receipts.language',
    control: choice(languages),
  },
  'receipts.showPhone': {
    section: 'receipt',
    label: 'settings.receipts.phone',
    control: yesOrNo('settings.receipts.phoneShown', 'settings.receipts.phoneHidden', true),
  },
  'receipts.footer': {
    section: 'receipt',
    label: 'settings.receipts.footer',
    hint: 'settings.receipts.footerHint',
    control: text(300),
  },
  'freshness.aloneMs': {
    section: 'mobileWaits',
    label: 'settings.timeouts.alone',
    hint: 'settings.timeouts.aloneHint',
    wrong: 'settings.timeouts.problems.alone',
    control: duration,
  },
  'freshness.renewMs': {
    section: 'mobileWaits',
    label: 'settings.timeouts.renew',
    hint: 'settings.timeouts.renewHint',
    wrong: 'settings.timeouts.problems.renew',
    misfit: 'settings.timeouts.problems.shorter',
    control: duration,
  },
  'cardFreshness.aloneMs': {
    section: 'cardWaits',
    label: 'settings.timeouts.cardAlone',
    hint: 'settings.timeouts.cardAloneHint',
    wrong: 'settings.timeouts.problems.cardAlone',
    control: duration,
  },
  'cardFreshness.renewMs': {
    section: 'cardWaits',
    label: 'settings.timeouts.cardRenew',
    hint: 'settings.timeouts.cardRenewHint',
    wrong: 'settings.timeouts.problems.cardRenew',
    misfit: 'settings.timeouts.problems.shorter',
    control: duration,
  },
  'queue.sales': {
    section: 'queue',
    label: 'settings.timeouts.sales',
    hint: 'settings.timeouts.salesHint',
    wrong: 'settings.timeouts.problems.sales',
    control: wholeNumber(20),
  },
  'queue.amount': {
    section: 'queue',
    label: 'settings.timeouts.amount',
    hint: 'settings.timeouts.amountHint',
    wrong: 'settings.timeouts.problems.amount',
    control: amount,
  },
  promptLifetimeMs: {
    section: 'watch',
    label: 'settings.timeouts.prompt',
    hint: 'settings.timeouts.promptHint',
    wrong: 'settings.timeouts.problems.prompt',
    control: duration,
  },
  assumedLifetimeMs: {
    section: 'watch',
    label: 'settings.timeouts.lifetime',
    hint: 'settings.timeouts.lifetimeHint',
    wrong: 'settings.timeouts.problems.lifetime',
    control: duration,
  },
  keyTrustedMs: {
    section: 'watch',
    label: 'settings.timeouts.keyTrusted',
    hint: 'settings.timeouts.keyTrustedHint',
    wrong: 'settings.timeouts.problems.keyTrusted',
    control: duration,
  },
  'retention.months': {
    section: 'retention',
    label: 'retention.for',
    wrong: 'retention.bad',
    control: monthsOrForever,
  },
  'staff.idleMinutes': {
    section: 'idle',
    label: 'staff.tab.idleMinutes',
    hint: 'staff.tab.idleHint',
    wrong: 'staff.tab.idleBad',
    control: wholeNumber(3),
  },
  'display.language': {
    section: 'language',
    label: 'settings.display.language',
    control: choice(languages),
  },
  'display.theme': {
    section: 'theme',
    label: 'settings.display.theme',
    control: choice([
      ['system', 'settings.display.themes.system'],
      ['light', 'settings.display.themes.light'],
      ['dark', 'settings.display.themes.dark'],
    ]),
  },
  'display.textSize': {
    section: 'textSize',
    label: 'settings.display.textSize',
    control: choice([
      ['100', 'settings.display.percent'],
      ['125', 'settings.display.percent'],
      ['150', 'settings.display.percent'],
      ['200', 'settings.display.percent'],
    ]),
  },
  'alerts.volume': {
    section: 'volume',
    label: 'settings.alerts.volume',
    control: choice([
      ['off', 'settings.alerts.volumes.off'],
      ['quiet', 'settings.alerts.volumes.quiet'],
      ['normal', 'settings.alerts.volumes.normal'],
      ['loud', 'settings.alerts.volumes.loud'],
    ]),
  },
  'alerts.waitingTick': {
    section: 'waitingTick',
    label: 'settings.alerts.waitingTick',
    control: onOff,
  },
  'alerts.notices': { section: 'notices', label: 'settings.alerts.notices', control: onOff },
  'alerts.noticeAmounts': {
    section: 'noticeAmounts',
    label: 'settings.alerts.noticeAmounts',
    control: onOff,
  },
  'customerWindow.display': {
    section: 'customerDisplay',
    label: 'settings.customer.where',
    control: customerDisplay,
  },
  'customerWindow.language': {
    section: 'customerLanguage',
    label: 'settings.customer.language',
    control: choice([['till', 'settings.customer.languageTill'], ...languages]),
  },
}

type CustomerRows = Record<`shop.customer.${CustomerFieldName}`, Row<string>>

/** The customer's fields have their own list (shared/payment/customer-fields.ts). */
function customerRows(): CustomerRows {
  const rows = customerFieldsInForm.map(name => {
    const { kind, maxLength } = customerFields[name]
    const row: Row<string> = {
      section: 'newSale',
      label: `charge.${name}`,
      control: text(maxLength),
      ...(kind === 'email' && { wrong: 'settings.shop.problems.email' }),
    }
    return [`shop.customer.${name}`, row]
  })
  return Object.fromEntries(rows) as CustomerRows
}

/** Every setting with its row, in the order of the screen. */
export const allRows = Object.entries(settingRows) as readonly [SettingPath, AnyRow][]
