import { useMemo } from 'react'
import { create } from 'zustand'
import type { SettingsTab } from './settings-tabs'

/**
 * What is typed in Settings and not saved, by tab and form: it outlives its tab, its screen and a locked till. Only
 * owners type here, and the tab says that it is not saved. No secret is kept.
 */
const useDrafts = create<Readonly<Record<`${SettingsTab}/${string}`, unknown>>>(() => ({}))

/** What a form holds: what was saved, with what is typed over it. */
export function useDraft<Value extends object>(tab: SettingsTab, form: string, saved: Value) {
  const key = `${tab}/${form}` as const
  const draft = useDrafts(drafts => drafts[key] as Partial<Value> | undefined)
  const value = useMemo(() => ({ ...saved, ...draft }), [saved, draft])
  const set = (next: (now: Partial<Value> | undefined) => Partial<Value> | undefined) =>
    useDrafts.setState(drafts => {
      const { [key]: now, ...others } = drafts
      const after = next(now as Partial<Value> | undefined)
      return after === undefined ? others : { ...others, [key]: after }
    }, true)
  return {
    value,
    change: (typed: Partial<Value>) => set(now => unsavedIn({ ...now, ...typed }, saved)),
    /** What was typed while it was saved is still to be. */
    noteSaved: () => set(now => (now === draft ? undefined : now)),
    /** Back to what was saved; null where nothing else is typed. */
    discard: draft === undefined ? null : () => set(() => undefined),
  }
}

function unsavedIn<Value extends object>(
  typed: Partial<Value>,
  saved: Value,
): Partial<Value> | undefined {
  const names = (Object.keys(typed) as (keyof Value)[]).filter(
    name => JSON.stringify(typed[name]) !== JSON.stringify(saved[name]),
  )
  if (names.length === 0) return undefined
  return Object.fromEntries(names.map(name => [name, typed[name]])) as Partial<Value>
}

/** Whether one of these tabs has something that is not saved. */
export function useUnsaved(tabs: readonly SettingsTab[]): boolean {
  return useDrafts(drafts =>
    Object.keys(drafts).some(key => tabs.some(tab => key.startsWith(`${tab}/`))),
  )
}
