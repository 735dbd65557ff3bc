import { create } from 'zustand'
import type { View } from './view-store'

/** What a shortcut does: goes to a place, or shows the list of shortcuts. */
export interface Shortcut {
  /** Its words are `shortcuts.does.<id>`. */
  id: 'help' | 'charge' | 'payments' | 'day' | 'settings' | 'shortcuts'
  /** As `useKeys` reads it. */
  keys: string
  /** As the keyboard names it, one entry a key. */
  caps: readonly string[]
  to?: View
}

/**
 * Everything that works from anywhere. Function keys: they need no second hand, no layout moves them,
 * and no field takes them for text.
 */
export const shortcuts: readonly Shortcut[] = [
  { id: 'help', keys: 'F1', caps: ['F1'], to: { name: 'help' } },
  { id: 'charge', keys: 'F2', caps: ['F2'], to: { name: 'charge' } },
  { id: 'payments', keys: 'F3', caps: ['F3'], to: { name: 'payments' } },
  { id: 'day', keys: 'F7', caps: ['F7'], to: { name: 'day' } },
  { id: 'settings', keys: 'F8', caps: ['F8'], to: { name: 'settings', tab: 'connection' } },
  { id: 'shortcuts', keys: 'Control+Slash', caps: ['Ctrl', '/'] },
]

/** Whether their list is open over the screen. */
export const useShortcutsList = create(() => ({ isOpen: false }))
