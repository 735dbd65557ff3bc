import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { localKeys, shortcuts } from './shortcuts'
import styles from './shortcuts-list.module.css'

/** Every key that does something, with what it does. */
export function ShortcutsList() {
  const { t } = useTranslation()
  return (
    <dl className={styles.list}>
      {[...shortcuts, ...localKeys].map(({ id, caps }) => (
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
