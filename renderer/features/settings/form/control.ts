import type { ReactNode } from 'react'
import type { SettingsInForm } from './setting-path'

export interface ControlProps<Typed> {
  label: string
  /** Its section has this label as its title. */
  titled: boolean
  hint?: string | undefined
  error: string | null
  value: Typed
  onChange: (typed: Typed) => void
}

/** How one setting is shown and changed. */
export interface Control<Value> {
  /** What the form holds for a saved value. */
  typed: (value: Value, settings: SettingsInForm) => unknown
  /** The value that the form holds; the schema judges it, so what cannot be read is NaN. */
  read: (typed: unknown) => unknown
  show: (props: ControlProps<unknown>) => ReactNode
}

interface ControlParts<Value, Typed> {
  typed: (value: Value, settings: SettingsInForm) => Typed
  read: (typed: Typed) => unknown
  show: (props: ControlProps<Typed>) => ReactNode
}

/** A control whose form holds something else than the setting's value, such as text for a number. */
export function control<Value, Typed>(parts: ControlParts<Value, Typed>): Control<Value> {
  // Only what `typed` made and `show` changed comes back to `read`.
  return parts as unknown as Control<Value>
}

/** A control whose form holds the value itself. */
export function valueControl<Value>(
  show: (props: ControlProps<Value>) => ReactNode,
): Control<Value> {
  return control<Value, Value>({ typed: value => value, read: value => value, show })
}
