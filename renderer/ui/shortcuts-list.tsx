import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { didItGoThroughKey } from '../stores/did-it-go-through-store'
import type { View } from '../stores/view-store'
import styles from './shortcuts-list.module.css'

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

/** What keys do in one place: told in the list, heard by that place itself. */
const localKeys = [
  { id: 'search', caps: [didItGoThroughKey] },
  { id: 'clear', caps: ['F6'] },
  { id: 'lock', caps: ['Ctrl', 'L'] },
  { id: 'send', caps: ['Enter'] },
  { id: 'next', caps: ['Tab'] },
  { id: 'close', caps: ['Esc'] },
] as const

const all = [...shortcuts, ...localKeys]
const isFunctionKey = ({ caps }: { caps: readonly string[] }) => /^F\d/.test(caps[0] ?? '')

/** The function keys in the keyboard's order, then the rest. */
const listed = [
  ...all.filter(isFunctionKey).sort((one, other) => one.caps[0].localeCompare(other.caps[0])),
  ...all.filter(key => !isFunctionKey(key)),
]

/** Every key that does something, with what it does. */
export function ShortcutsList() {
  const { t } = useTranslation()
  return (
    <dl className={styles.list}>
      {listed.map(({ id, caps }) => (
        <Fragment key={id}>
          <dt>
            {caps.map(cap => (
              <kbd key={cap} className={styles.cap}>
                {cap}
              </kbd>
            ))}
          </dt>
          <dd>{t(`shortcuts.does.${id}`)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
