import { useTranslation } from 'react-i18next'
import { useTill } from '../stores/till-store'
import { Icon } from './icons/icon'
import styles from './mode-banner.module.css'

/** Says on every screen that this is not the real till. */
export function ModeBanner() {
  const { t } = useTranslation()
  const active = useTill(state => state.active)
  if (active === null || active === 'production') return null
  return (
    <div className={styles.banner} data-kind={active}>
      <span>
        <Icon name={active === 'practice' ? 'practice' : 'plug'} size="s" />
        {t(`mode.${active}`)}
      </span>
    </div>
  )
}
