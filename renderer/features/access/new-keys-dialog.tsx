import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
import { PinField } from '../../ui/pin-field'
import { SecretField } from '../../ui/secret-field'

/** An owner without a recovery code: new keys of the same account, and their PIN. */
export function NewKeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [apiKey, setKey] = useState('')
  const [apiSecret, setSecret] = useState('')
  const [pin, setPin] = useState('')
  const { run, busy, failure } = useCall(() => till.key.openWithKeys({ apiKey, apiSecret, pin }))
  const open = async () => {
    if ((await run())?.ok) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('closed.ways.newKeys')}
      text={<p>{t('closed.newKeys')}</p>}
      confirm={t('locked.unlock')}
      busy={busy}
      onConfirm={open}
    >
      <SecretField
        label={t('settings.connection.apiKey')}
        value={apiKey}
        maxLength={500}
        onChange={event => setKey(event.target.value)}
      />
      <SecretField
        label={t('settings.connection.apiSecret')}
        value={apiSecret}
        maxLength={500}
        onChange={event => setSecret(event.target.value)}
      />
      <PinField label={t('staff.lock.pin')} value={pin} problem={null} onChange={setPin} inline />
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
