import { z } from 'zod'
import type { Result } from '../../../../shared/ipc/result'
import { settingsSchema } from '../../../../shared/settings'
import { till } from '../../../bridge/till'
import type { SectionName } from '../../../stores/settings-tabs'
import type { SettingPath, SettingsInForm, SettingsKey } from './setting-path'
import { type AnyRow, allRows } from './setting-rows'

/** What is saved together, by one call. */
export type FormName =
  | 'shop'
  | 'charging'
  | 'receipts'
  | 'timeouts'
  | 'retention'
  | 'staff'
  | 'display'
  | 'alerts'
  | 'customerWindow'

interface Form {
  save: (settings: SettingsInForm) => Promise<Result<null>>
  /** Each choice holds at once: there is no Save button. */
  atOnce?: true
  /** A button fills in the values of a new till. */
  fillsDefaults?: true
}

export const forms: Record<FormName, Form> = {
  shop: { save: ({ shop }) => till.settings.save({ section: 'shop', value: shop }) },
  charging: {
    save: ({ charging }) => till.settings.save({ section: 'charging', value: charging }),
  },
  receipts: {
    save: ({ receipts }) => till.settings.save({ section: 'receipts', value: receipts }),
  },
  timeouts: {
    save: ({ freshness, cardFreshness, queue, ...times }) =>
      till.settings.save({
        section: 'timeouts',
        value: {
          freshness,
          cardFreshness,
          queue,
          assumedLifetimeMs: times.assumedLifetimeMs,
          promptLifetimeMs: times.promptLifetimeMs,
          keyTrustedMs: times.keyTrustedMs,
        },
      }),
    fillsDefaults: true,
  },
  retention: {
    save: ({ retention }) => till.settings.save({ section: 'retention', value: retention }),
  },
  staff: { save: ({ staff }) => till.settings.save({ section: 'staff', value: staff }) },
  display: { save: ({ display }) => till.settings.saveDisplay(display), atOnce: true },
  alerts: { save: ({ alerts }) => till.settings.saveAlerts(alerts), atOnce: true },
  customerWindow: {
    save: ({ customerWindow }) =>
      till.settings.save({ section: 'customerWindow', value: customerWindow }),
    atOnce: true,
  },
}

const formOf: Record<SettingsKey, FormName> = {
  shop: 'shop',
  charging: 'charging',
  receipts: 'receipts',
  freshness: 'timeouts',
  cardFreshness: 'timeouts',
  queue: 'timeouts',
  assumedLifetimeMs: 'timeouts',
  promptLifetimeMs: 'timeouts',
  keyTrustedMs: 'timeouts',
  retention: 'retention',
  staff: 'staff',
  display: 'display',
  alerts: 'alerts',
  customerWindow: 'customerWindow',
}

/** The settings of a form, in the order of the screen. */
export function rowsOf(form: FormName): readonly [SettingPath, AnyRow][] {
  return allRows.filter(([path]) => formOf[keyOf(path)] === form)
}

/** The form that each section's settings are saved with. */
export const formOfSection = Object.fromEntries(
  allRows.map(([path, { section }]) => [section, formOf[keyOf(path)]]),
) as Readonly<Record<SectionName, FormName>>

/** The schema of what a form saves. */
export function schemaOf(form: FormName) {
  const parts = Object.entries(settingsSchema.shape)
  return z.object(Object.fromEntries(parts.filter(([key]) => Reflect.get(formOf, key) === form)))
}

function keyOf(path: SettingPath): SettingsKey {
  return path.split('.')[0] as SettingsKey
}
