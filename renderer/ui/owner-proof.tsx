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
  const hasProof = useTill(state => state.protection.hasProof)
  if (!hasProof) return null
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
