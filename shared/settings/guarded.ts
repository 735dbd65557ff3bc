import type { Settings } from '../settings'

type Guarded = {
  [Key in keyof Settings]: boolean | { [Part in keyof Settings[Key]]: boolean }
}

/** Every part of a connection decides where money and keys go, or what counts as paid. */
const connection = {
  address: true,
  pathPrefix: true,
  webhookAddress: true,
  words: true,
  account: true,
  accountKeys: true,
  authorities: true,
} as const

/**
 * Whether a change of a setting outside the till is held until an owner has judged it: true for what
 * decides money, trust or rights. A new setting does not compile without its line.
 */
const guarded = {
  version: false,
  // Made at the first opening, which can be before the passphrase; it only tells tills apart.
  tillId: false,
  active: true,
  display: false,
  shop: true,
  freshness: true,
  cardFreshness: true,
  queue: true,
  assumedLifetimeMs: true,
  promptLifetimeMs: true,
  keyTrustedMs: true,
  charging: true,
  tutorial: false,
  alerts: false,
  customerWindow: false,
  receipts: false,
  staff: true,
  retention: true,
  backup: true,
  updates: true,
  practice: { words: true, port: false },
  sandbox: connection,
  production: connection,
} as const satisfies Guarded

type Rules = typeof guarded

type PartOf<Key extends keyof Settings> = Extract<
  Rules[Key] extends true
    ? keyof Settings[Key]
    : {
        [Part in keyof Rules[Key]]: Rules[Key][Part] extends true ? Part : never
      }[keyof Rules[Key]],
  string
>

/** The name of each guarded setting: `production.address`. */
export type GuardedName = {
  [Key in keyof Settings]: Rules[Key] extends false
    ? never
    : Settings[Key] extends object
      ? `${Key}.${PartOf<Key>}`
      : Key
}[keyof Settings]

/** A guarded setting that is not as the till left it: `production.address`. Texts are for people, cut to fit. */
export interface SettingChange {
  name: string
  /** Null where the till does not know it any more. */
  before: string | null
  now: string
}

/** The guarded settings by name, one step deep, in the order of the table. */
export function guardedParts(settings: Settings): Record<string, unknown> {
  const parts: Record<string, unknown> = {}
  for (const [key, rule] of Object.entries(guarded)) {
    if (rule === false) continue
    const value: unknown = settings[key as keyof Settings]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) parts[key] = value
    else
      for (const [part, inner] of Object.entries(value))
        if (rule === true || Reflect.get(rule, part)) parts[`${key}.${part}`] = inner
  }
  return parts
}

/** The settings with these guarded parts in place of their own. */
export function withGuardedParts(settings: Settings, parts: Record<string, unknown>): unknown {
  const next: Record<string, unknown> = { ...settings }
  for (const [name, value] of Object.entries(parts)) {
    const [key = '', part] = name.split('.')
    next[key] = part === undefined ? value : { ...(next[key] as object), [part]: value }
  }
  return next
}

/** What differs. `before` null: nothing is known of what was. */
export function guardedChanges(
  before: Record<string, unknown> | null,
  now: Record<string, unknown>,
): SettingChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(now)])]
  return names
    .filter(name => before === null || canonical(before[name]) !== canonical(now[name]))
    .map(name => ({
      name,
      before: before && shown(before[name]),
      now: shown(now[name]),
    }))
}

/** One text for one value, whatever the order of its fields. */
export function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

function shown(value: unknown): string {
  return (typeof value === 'string' ? value : canonical(value)).slice(0, 200)
}
