import { useTranslation } from 'react-i18next'
import { useOutlook } from '../sale-status/use-sale-facts'
import { troubleOf } from '../sale-status/waiting'
import { useTill } from '../stores/till-store'
import { show, useView } from '../stores/view-store'
import { Button } from '../ui/button'
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
