import type { ParseKeys } from 'i18next'
import { type FormName, rowsOf, schemaOf } from './forms'
import { type SettingPath, type SettingsInForm, valueAt, withValue } from './setting-path'

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
    (draft, [path, { control }]) => withValue(draft, path, control.read(typed[path])),
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
