import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../bridge/till'
import { useTill } from '../stores/till-store'
import { Icon } from '../ui/icons/icon'
import styles from './header.module.css'

/** Who is at the till, and the one press after which somebody else can be. */
export function WhoIsHere() {
  const { t } = useTranslation()
  const staff = useTill(state => state.staff)
  const signedIn = staff.state === 'signed-in'
  useLayoutEffect(() => (signedIn ? lockByKey() : undefined), [signedIn])
  if (!signedIn) return null
  return (
    <>
      <span className={styles.who}>
        <Icon name="person" size="s" />
        <span className={styles.personName}>{staff.person.name}</span>
        <small>{t(`staff.role.${staff.role}`)}</small>
      </span>
      <button
        type="button"
        className={styles.lock}
        title={t('staff.bar.lockHint')}
        aria-keyshortcuts="Control+L"
        onClick={() => till.staff.lock()}
      >
        <Icon name="lock" size="s" />
        {t('staff.bar.lock')}
      </button>
    </>
  )
}

function lockByKey(): () => void {
  const press = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'l') return
    event.preventDefault()
    till.staff.lock()
  }
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}
