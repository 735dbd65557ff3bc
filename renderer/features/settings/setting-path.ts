import type { TillState } from '../../../shared/ipc/till-state'
import type { Settings } from '../../../shared/settings'

/** What the till remembers besides its settings, and what hand-written screens change. */
type NoSetting =
  | 'tillId'
  | 'active'
  | 'tutorial'
  | 'backup'
  | 'updates'
  | 'practice'
  | 'practicePort'
  | 'sandbox'
  | 'production'

export type SettingsKey = Exclude<keyof Settings, NoSetting>

/** The settings as main tells them, or with what a form holds. */
export type SettingsInForm = TillState['settings']

/** A record of settings; a list, a choice or a map with free keys is one setting. */
type IsGroup<Value> = [Value] extends [readonly unknown[]]
  ? false
  : [Value] extends [object]
    ? string extends keyof Value
      ? false
      : true
    : false

type PathsIn<Value, Before extends string> =
  IsGroup<Value> extends true
    ? { [Name in keyof Value & string]: PathsIn<Value[Name], `${Before}.${Name}`> }[keyof Value &
        string]
    : Before

/** Every setting, by its place in the schema: `shop.name`, `freshness.aloneMs`, `promptLifetimeMs`. */
export type SettingPath = { [Key in SettingsKey]: PathsIn<Settings[Key], Key> }[SettingsKey]

type ValueIn<Value, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Value
    ? ValueIn<Value[Name], Rest>
    : never
  : Path extends keyof Value
    ? Value[Path]
    : never

export type SettingValue<Path extends SettingPath> = ValueIn<Settings, Path>

/** The value at a place of the settings. */
export function valueAt(settings: SettingsInForm, path: SettingPath): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => Reflect.get(Object(value), name), settings)
}

/** The settings with another value at one place. */
export function withValue(settings: SettingsInForm, path: SettingPath, value: unknown) {
  return replaced(settings, path.split('.'), value) as SettingsInForm
}

function replaced(node: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const inner = rest.length === 0 ? value : replaced(Reflect.get(Object(node), name), rest, value)
  return { ...Object(node), [name]: inner }
}
