import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { didItGoThroughKey } from '../../stores/did-it-go-through-store'
import { shortcuts, useShortcutsList } from '../../stores/shortcuts-store'
import styles from './shortcuts-list.module.css'
import { TextDialog } from './text-dialog'

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

/** The same over the screen, where it was asked for; nothing where it was not. */
export function ShortcutsDialog() {
  const { t } = useTranslation()
  const { isOpen } = useShortcutsList()
  if (!isOpen) return null
  return (
    <TextDialog
      title={t('shortcuts.title')}
      onClose={() => useShortcutsList.setState({ isOpen: false })}
    >
      <ShortcutsList />
    </TextDialog>
  )
}
