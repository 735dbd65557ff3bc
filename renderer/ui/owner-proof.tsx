import { useTranslation } from 'react-i18next'
import { useTill } from '../stores/till-store'
import { SecretField } from './secret-field'

interface OwnerProofProps {
  value: string
  onChange: (text: string) => void
}

/** Where the owner proves who they are; nothing where the till has nothing to protect yet. Main decides. */
export function OwnerProof({ value, onChange }: OwnerProofProps) {
  const { t } = useTranslation()
  const { hasPassphrase, recoveryMadeAt } = useTill(state => state.protection)
  const hasKeys = useTill(({ connections }) =>
    Object.values(connections).some(({ address }) => address !== ''),
  )
  const isLocked = useTill(state => state.staff.state === 'signed-out')
  if (!hasKeys && !hasPassphrase && recoveryMadeAt === null && !isLocked) return null
  return (
    <SecretField
      label={t('proof.label')}
      hint={t('proof.hint')}
      value={value}
      maxLength={500}
      onChange={event => onChange(event.target.value)}
    />
  )
}
