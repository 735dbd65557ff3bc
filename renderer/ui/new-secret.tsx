import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from './field'

/** A new passphrase or PIN as it is typed: twice, as its characters are not shown. */
export interface TypedSecret {
  secret: string
  again: string
}

interface NewSecretProps extends Pick<ComponentProps<typeof Field>, 'inputMode'> {
  label: string
  /** The label of the second field. */
  again: string
  hint: string
  /** What is wrong with the secret itself. */
  error: string | null
  /** The second is not the same. */
  isDifferent: boolean
  maxLength?: number
  typed: TypedSecret
  onChange: (typed: TypedSecret) => void
}

/** Two fields for a new secret. */
export function NewSecret(props: NewSecretProps) {
  const { label, again, hint, error, isDifferent, maxLength = 500, inputMode, typed } = props
  const { t } = useTranslation()
  const common = { type: 'password', autoComplete: 'new-password', maxLength, inputMode }
  return (
    <>
      <Field
        {...common}
        label={label}
        value={typed.secret}
        hint={hint}
        error={error}
        onChange={event => props.onChange({ ...typed, secret: event.target.value })}
      />
      <Field
        {...common}
        label={again}
        value={typed.again}
        error={isDifferent ? t('app.different') : null}
        onChange={event => props.onChange({ ...typed, again: event.target.value })}
      />
    </>
  )
}
