import { useMemo } from 'react'
import { create } from 'zustand'
import type { SettingsTab } from './settings-tabs'

/**
 * What is typed in Settings and not saved, by tab and form: it outlives its tab, its screen and a locked till. Only
 * owners type here, and the tab says that it is not saved. No secret is kept.
 */
export const useDrafts = create<Readonly<Record<DraftKey, object>>>(() => ({}))

type DraftKey = `${SettingsTab}/${string}`

/** What a form holds: what was saved, with what is typed over it. */
export function useDraft<Value extends object>(tab: SettingsTab, form: string, saved: Value) {
  const key = `${tab}/${form}` as const
  const draft = useDrafts(drafts => drafts[key])
  const value = useMemo(() => ({ ...saved, ...draft }), [saved, draft])
  return {
    value,
    change: (typed: Partial<Value>) => changeDraft(key, typed, saved),
    noteSaved: () => noteDraftSaved(key, draft),
    /** Back to what was saved; null where nothing else is typed. */
    discard: draft === undefined ? null : () => setDraft(key, undefined),
  }
}

/** Keeps what is typed over what was saved, as far as it is anything else. */
export function changeDraft<Value extends object>(
  key: DraftKey,
  typed: Partial<Value>,
  saved: Value,
): void {
  setDraft(key, unsavedIn<Value>({ ...useDrafts.getState()[key], ...typed }, saved))
}

/** This draft was saved. What was typed meanwhile is still to be. */
export function noteDraftSaved(key: DraftKey, draft: object | undefined): void {
  if (useDrafts.getState()[key] === draft) setDraft(key, undefined)
}

function setDraft(key: DraftKey, draft: object | undefined): void {
  const { [key]: _, ...others } = useDrafts.getState()
  useDrafts.setState(draft === undefined ? others : { ...others, [key]: draft }, true)
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
  return useDrafts(drafts => isUnsaved(drafts, tabs))
}

export function isUnsaved(drafts: object, tabs: readonly SettingsTab[]): boolean {
  return Object.keys(drafts).some(key => tabs.some(tab => key.startsWith(`${tab}/`)))
}
