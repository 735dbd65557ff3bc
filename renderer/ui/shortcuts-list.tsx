import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { localKeys, shortcuts } from './shortcuts'
import styles from './shortcuts-list.module.css'

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
