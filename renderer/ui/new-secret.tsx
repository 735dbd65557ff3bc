import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLongEnough } from '../../shared/passphrase'
import { secretText } from '../typing/typed-text'
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
        onChange={event => props.onChange({ ...typed, secret: secretText(event) })}
      />
      <Field
        {...common}
        label={again}
        value={typed.again}
        error={isDifferent ? t('app.different') : null}
        onChange={event => props.onChange({ ...typed, again: secretText(event) })}
      />
    </>
  )
}

/** A new passphrase of so many characters or more: its two fields, and what was typed once it is right. */
export function useNewPassphrase(fewest: number) {
  const { t } = useTranslation()
  const [typed, onChange] = useState<TypedSecret>({ secret: '', again: '' })
  const [pressed, setPressed] = useState(false)
  const isShort = !isLongEnough(typed.secret, fewest)
  const isDifferent = !isShort && typed.secret !== typed.again
  const hint = t('passphrase.hint', { count: fewest })
  return {
    /** Null where something has to be put right first, which the fields say from then on. */
    read(): string | null {
      setPressed(true)
      return isShort || isDifferent ? null : typed.secret
    },
    fields: {
      again: t('passphrase.again'),
      hint,
      error: pressed && isShort ? hint : null,
      isDifferent: pressed && isDifferent,
      typed,
      onChange,
    },
  }
}
