import type { ParseKeys } from 'i18next'
import { z } from 'zod'
import type { ArgumentOf } from '../../../shared/ipc/contract'
import type { Result } from '../../../shared/ipc/result'
import { settingsSchema } from '../../../shared/settings'
import { till } from '../../bridge/till'
import type { SectionName } from '../../stores/settings-tabs'
import {
  type SettingPath,
  type SettingsInForm,
  type SettingsKey,
  valueAt,
  withValue,
} from './setting-path'
import { type AnyRow, allRows } from './setting-rows'

/** The times and limits have a form together. */
const timeouts = [
  'freshness',
  'cardFreshness',
  'queue',
  'assumedLifetimeMs',
  'promptLifetimeMs',
  'keyTrustedMs',
] as const satisfies readonly SettingsKey[]

/** What is saved together, by one call. */
export type FormName = Exclude<SettingsKey, (typeof timeouts)[number]> | 'timeouts'

interface Form {
  save: (settings: SettingsInForm) => Promise<Result<null>>
  /** Each choice holds at once: there is no Save button. */
  atOnce?: true
  /** A button fills in the values of a new till. */
  fillsDefaults?: true
}

export const forms: Record<FormName, Form> = {
  shop: { save: saveAs('shop') },
  charging: { save: saveAs('charging') },
  receipts: { save: saveAs('receipts') },
  timeouts: { save: saveAs('timeouts'), fillsDefaults: true },
  retention: { save: saveAs('retention') },
  staff: { save: saveAs('staff') },
  display: { save: ({ display }) => till.settings.saveDisplay(display), atOnce: true },
  alerts: { save: ({ alerts }) => till.settings.saveAlerts(alerts), atOnce: true },
  customerWindow: { save: saveAs('customerWindow'), atOnce: true },
}

function saveAs(section: Exclude<FormName, 'display' | 'alerts'>): Form['save'] {
  return settings => {
    const value =
      section === 'timeouts'
        ? Object.fromEntries(timeouts.map(key => [key, settings[key]]))
        : settings[section]
    // Each section has its own value: main reads it by the section's schema.
    return till.settings.save({ section, value } as ArgumentOf<'settings', 'save'>)
  }
}

function formOf(key: string): FormName {
  return (timeouts as readonly string[]).includes(key) ? 'timeouts' : (key as FormName)
}

/** The settings of a form, in the order of the screen. */
export function rowsOf(form: FormName): readonly [SettingPath, AnyRow][] {
  return allRows.filter(([path]) => formOf(keyOf(path)) === form)
}

/** The form that each section's settings are saved with. */
export const formOfSection = Object.fromEntries(
  allRows.map(([path, { section }]) => [section, formOf(keyOf(path))]),
) as Readonly<Record<SectionName, FormName>>

function schemaOf(form: FormName) {
  const parts = Object.entries(settingsSchema.shape)
  return z.object(Object.fromEntries(parts.filter(([key]) => formOf(key) === form)))
}

function keyOf(path: SettingPath): string {
  return path.split('.')[0] ?? ''
}

/** What a form holds, by setting. */
export type Typed = Readonly<Partial<Record<SettingPath, unknown>>>

/** What is wrong, by setting. */
export type Problems = Readonly<Partial<Record<SettingPath, ParseKeys>>>

/** Saved settings as their form holds them. */
export function typedOf(form: FormName, settings: SettingsInForm): Typed {
  const typed = rowsOf(form).map(([path, { control }]) => [
    path,
    control.typed(valueAt(settings, path), settings),
  ])
  return Object.fromEntries(typed)
}

/** The settings with what the form holds. */
export function draftOf(form: FormName, typed: Typed, settings: SettingsInForm): SettingsInForm {
  return rowsOf(form).reduce(
    (draft, [path, { control }]) => withValue(draft, path, control.read(typed[path], settings)),
    settings,
  )
}

/** What the form's schema refuses, in words. */
export function problemsIn(form: FormName, draft: SettingsInForm): Problems {
  const read = schemaOf(form).safeParse(draft)
  const problems: Partial<Record<SettingPath, ParseKeys>> = {}
  for (const { path } of read.error?.issues ?? []) {
    const place = path.join('.')
    const row = rowsOf(form).find(([each]) => `${place}.`.startsWith(`${each}.`))
    if (row?.[1].wrong) problems[row[0]] = row[1].wrong
    const within = rowsOf(form).filter(([each]) => each.startsWith(`${place}.`))
    // Settings that do not fit together, where each alone is right: told at the last of them.
    const last = within.some(([each]) => problems[each]) ? undefined : within.at(-1)
    if (last?.[1].misfit) problems[last[0]] = last[1].misfit
  }
  return problems
}
