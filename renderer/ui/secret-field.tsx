import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTill } from '../stores/till-store'
import { secretText } from '../typing/typed-text'
import { Button } from './button'
import { Field } from './field'
import styles from './secret-field.module.css'

/**
 * A secret that is typed once: its characters are hidden until the person wants to compare them. Not a
 * password field, which a browser would offer to keep and which has no role for screen readers.
 */
export function SecretField(props: ComponentProps<typeof Field>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      data-hidden={!shown || undefined}
      className={`${props.className ?? ''} ${styles.secret}`}
      trailing={
        <Button aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? t('settings.connection.hide') : t('settings.connection.show')}
        </Button>
      }
    />
  )
}

interface OwnerProofProps {
  value: string
  onChange: (text: string) => void
}

/** Where the owner proves who they are; nothing where the till has nothing to protect yet. Main decides. */
export function OwnerProof({ value, onChange }: OwnerProofProps) {
  const { t } = useTranslation()
  const { hasProof, hasPassphrase, recoveryMadeAt } = useTill(state => state.protection)
  if (!hasProof) return null
  const isPassphrase = hasPassphrase && recoveryMadeAt === null
  return (
    <SecretField
      label={t(isPassphrase ? 'proof.labelPassphrase' : 'proof.label')}
      hint={t('proof.hint')}
      value={value}
      maxLength={500}
      onChange={event => onChange(secretText(event))}
    />
  )
}
