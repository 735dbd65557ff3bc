import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffTile } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import { PinField } from '../../ui/pin-field'
import styles from './access.module.css'

/** A PIN that was right, and how many digits the owner asks for now. */
export interface ShortPin {
  pin: string
  digits: number
}

type Problem = 'pin' | 'different'

interface ShortPinFormProps extends ShortPin {
  person: StaffTile
  /** Back to the old PIN. */
  onBack: () => void
}

/** The person chooses a longer PIN, typed twice, before the till is theirs. */
export function ShortPinForm({ person, pin, digits, onBack }: ShortPinFormProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [first, setFirst] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { run, busy, failure } = useCall((newPin: string) =>
    till.staff.renewPin({ id: person.id, pin, newPin }),
  )
  useEffect(() => field.current?.focus(), [])
  const begin = (next: Problem | null, kept: string | null) => {
    setProblem(next)
    setFirst(kept)
    setTyped('')
    field.current?.focus()
  }
  const problemText = (found: Problem) =>
    found === 'pin' ? t('staff.tab.problems.pin', { count: digits }) : t('app.different')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (first === null) return typed.length < digits ? begin('pin', null) : begin(null, typed)
    if (typed !== first) return begin('different', null)
    const answer = await run(typed)
    if (!answer?.ok) return begin(null, null)
    // The old PIN is no longer the right one, or a pause has begun: its own form says which.
    if (answer.value.result !== 'right') onBack()
  }
  return (
    <form
      className={styles.pinForm}
      onSubmit={submit}
      onKeyDown={event => event.key === 'Escape' && onBack()}
      noValidate
    >
      <h1 className={styles.name}>{person.name}</h1>
      <p>{t('staff.lock.tooShort', { count: digits })}</p>
      <PinField
        label={t(first === null ? 'staff.tab.newPin' : 'staff.tab.again')}
        value={typed}
        problem={problem && problemText(problem)}
        inline
        field={field}
        onChange={setTyped}
      />
      {failure && <FailureNotice failure={failure} />}
      <div className={styles.buttons}>
        <Button onClick={onBack}>{t('app.back')}</Button>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          aria-disabled={typed === ''}
          className={styles.signIn}
        >
          {t(first === null ? 'app.continue' : 'staff.lock.signIn')}
        </Button>
      </div>
    </form>
  )
}
