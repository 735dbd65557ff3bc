import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTill } from '../stores/till-store'
import { Button } from '../ui/button'
import { IntegrityDialog } from './integrity-dialog'
import { Strip } from './strip'

/** Changes of the till's own records are said on whatever screen is open, until somebody has seen them. */
export function IntegrityStrip() {
  const { t } = useTranslation()
  const changes = useTill(state => state.changes)
  const [looking, setLooking] = useState(false)
  if (changes.length === 0) return null
  return (
    <>
      <Strip
        tone="bad"
        icon="warn"
        role="alert"
        title={t('integrity.title')}
        text={t('integrity.strip', { count: changes.length })}
      >
        <Button onClick={() => setLooking(true)}>{t('integrity.look')}</Button>
      </Strip>
      {looking && <IntegrityDialog changes={changes} onClose={() => setLooking(false)} />}
    </>
  )
}
