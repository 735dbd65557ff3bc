import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/day'
import { useTill } from '../../../stores/till-store'
import { useMay } from '../../../stores/use-staff'
import { Button } from '../../../ui/button'
import layout from '../../../ui/layout.module.css'
import { PassphraseDialog } from '../../../ui/passphrase'
import { Group } from '../group'
import { RecoveryCodeDialog } from './recovery-code-dialog'

/** What opens this till when nothing else does: for the owner alone. */
export function RecoveryCodeCard() {
  const { t, i18n } = useTranslation()
  const isOwner = useMay('owner')
  const { recoveryMadeAt, keychain, hasPassphrase } = useTill(state => state.protection)
  const [asking, ask] = useState<'show' | 'renew' | 'passphrase' | null>(null)
  const close = () => ask(null)
  if (!isOwner) return null
  const hasCode = recoveryMadeAt !== null
  return (
    <Group title={t('recoveryCode.title')} text={t('recoveryCode.what')}>
      {hasCode && (
        <p>{t('recoveryCode.made', { time: formatMoment(recoveryMadeAt, i18n.language) })}</p>
      )}
      <div className={layout.wrap3}>
        <Button onClick={() => ask('show')}>
          {t(hasCode ? 'recoveryCode.show' : 'recoveryCode.make')}
        </Button>
        {hasCode && <Button onClick={() => ask('renew')}>{t('recoveryCode.renew')}</Button>}
        {hasCode && keychain === null && !hasPassphrase && (
          <Button onClick={() => ask('passphrase')}>{t('passphrase.title')}</Button>
        )}
      </div>
      {(asking === 'show' || asking === 'renew') && (
        <RecoveryCodeDialog proven="" renew={asking === 'renew'} onClose={close} />
      )}
      <PassphraseDialog open={asking === 'passphrase'} onClose={close} onCreated={close} />
    </Group>
  )
}
