import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffTile } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import { PinField } from '../../ui/pin-field'
import styles from './access.module.css'
import { type ShortPin, ShortPinForm } from './short-pin-form'
import { usePin } from './use-pin'

interface PinEntryProps {
  person: StaffTile
  /** Back to the list; null where there is no other person. */
  onOther: (() => void) | null
}

/** The PIN of the person who was chosen: typed, Enter, and the till is theirs. */
export function PinEntry({ person, onOther }: PinEntryProps) {
  const { t } = useTranslation()
  const [short, setShort] = useState<ShortPin | null>(null)
  const signIn = async (typed: string) => {
    const answer = await till.staff.signIn({ id: person.id, pin: typed })
    if (answer.ok && answer.value.result === 'too-short')
      setShort({ pin: typed, digits: answer.value.digits })
    return answer
  }
  const { pin, type, send, problem, paused, busy, failure, field } = usePin(person, signIn)
  useEffect(() => field.current?.focus(), [field])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  if (short) return <ShortPinForm person={person} {...short} onBack={() => setShort(null)} />
  return (
    <form
      className={styles.pinForm}
      onSubmit={submit}
      onKeyDown={event => event.key === 'Escape' && onOther?.()}
      noValidate
    >
      <h1 className={styles.name}>{person.name}</h1>
      <PinField
        label={t('staff.lock.pin')}
        value={pin}
        problem={problem}
        disabled={paused}
        field={field}
        onChange={type}
      />
      {failure && <FailureNotice failure={failure} />}
      <div className={styles.buttons}>
        {onOther && <Button onClick={onOther}>{t('staff.lock.other')}</Button>}
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          aria-disabled={paused || pin === ''}
          className={styles.signIn}
        >
          {t('staff.lock.signIn')}
        </Button>
      </div>
    </form>
  )
}
