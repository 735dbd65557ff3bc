import { useTranslation } from 'react-i18next'
import { formatMoment } from '../i18n/day'
import { useTill } from '../stores/till-store'
import { useMay } from '../stores/use-staff'
import { show } from '../stores/view-store'
import { Button } from '../ui/button'
import { Strip } from './strip'

/** The daily backup cannot be made: said to the owner, who can change it. Selling goes on. */
export function BackupStrip() {
  const { t, i18n } = useTranslation()
  const isOwner = useMay('owner')
  const { failingSince } = useTill(state => state.backup)
  if (failingSince === null || !isOwner) return null
  return (
    <Strip
      tone="unknown"
      icon="warn"
      role="status"
      title={t('backup.strip.title', { time: formatMoment(failingSince, i18n.language) })}
      text={t('backup.strip.text')}
    >
      <Button onClick={() => show({ name: 'settings', tab: 'support' })}>
        {t('backup.strip.open')}
      </Button>
    </Strip>
  )
}
