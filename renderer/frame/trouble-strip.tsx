import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button'
import { useTill } from '../state/till-store'
import { useOutlook } from '../state/use-outlook'
import { show, useView } from '../state/view-store'
import { troubleOf } from '../words/waiting'
import { Strip } from './strip'

/** What only a person can end: rejected keys, a network that wants a sign-in. The rest ends by itself. */
export function TroubleStrip() {
  const { t } = useTranslation()
  const trouble = troubleOf(useOutlook())
  // Practice never rejects its own keys.
  const side = useTill(({ active }) => (active === 'production' ? active : 'sandbox'))
  const inSettings = useView(({ view }) => view.name === 'settings')
  if (trouble === 'portal')
    return (
      <Strip
        tone="unknown"
        icon="lock"
        role="status"
        title={t('top.portal.title')}
        text={t('top.portal.text')}
      />
    )
  if (trouble !== 'keys-rejected') return null
  return (
    <Strip
      tone="bad"
      icon="barred"
      role="status"
      title={t('top.keys.title')}
      text={`${t('top.keys.text')} ${t(`top.keys.side.${side}`)}`}
    >
      {!inSettings && (
        <Button onClick={() => show({ name: 'settings', tab: 'connection' })}>
          {t('top.keys.open')}
        </Button>
      )}
    </Strip>
  )
}
