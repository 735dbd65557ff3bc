import { useTranslation } from 'react-i18next'
import { useTill } from '../../../stores/till-store'
import { SecretField } from '../../../ui/secret-field'

/** Where the owner proves who they are; nothing where the till has nothing to protect yet. Main decides. */
export function OwnerProof({
  value,
  onChange,
}: {
  value: string
  onChange: (text: string) => void
}) {
  const { t } = useTranslation()
  const { sandbox, production } = useTill(state => state.connections)
  const hasPassphrase = useTill(
    ({ sealing }) => sealing.method === 'passphrase' && sealing.state !== 'none-yet',
  )
  const isConnected = sandbox.address !== '' || production.address !== ''
  if (!isConnected && !hasPassphrase) return null
  return (
    <SecretField
      label={t(isConnected ? 'backup.proof.secret' : 'backup.proof.passphrase')}
      hint={t('backup.proof.hint')}
      value={value}
      maxLength={500}
      onChange={event => onChange(event.target.value)}
    />
  )
}
