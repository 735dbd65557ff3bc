import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PinAnswer } from '../../../shared/ipc/calls/people'
import type { Failure, Result } from '../../../shared/ipc/result'
import type { StaffTile } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { formatSeconds } from '../../i18n/countdown'
import { usePause } from '../../stores/use-staff'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import { PinField } from '../../ui/pin-field'
import styles from './access.module.css'

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
  if (short) return <ShortPinForm person={person} {...short} onBack={() => setShort(null)} />
  return (
    <PinForm
      name={person.name}
      busy={busy}
      failure={failure}
      back={onOther && { text: t('staff.lock.other'), go: onOther }}
      next={t('staff.lock.signIn')}
      waits={paused || pin === ''}
      onSubmit={send}
    >
      <PinField
        label={t('staff.lock.pin')}
        value={pin}
        problem={problem}
        disabled={paused}
        field={field}
        onChange={type}
      />
    </PinForm>
  )
}

interface PinFormProps {
  name: string
  busy: boolean
  failure: Failure | null
  /** Back with a button, or with Escape; null where there is no way back. */
  back: { text: string; go: () => void } | null
  /** What the button that submits says. */
  next: string
  waits: boolean
  onSubmit: () => void
  children: ReactNode
}

function PinForm({ name, busy, failure, back, next, waits, onSubmit, children }: PinFormProps) {
  return (
    <form
      className={styles.pinForm}
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
      onKeyDown={event => event.key === 'Escape' && back?.go()}
      noValidate
    >
      <h1 className={styles.name}>{name}</h1>
      {children}
      {failure && <FailureNotice failure={failure} />}
      <div className={styles.buttons}>
        {back && <Button onClick={back.go}>{back.text}</Button>}
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          aria-disabled={waits}
          className={styles.signIn}
        >
          {next}
        </Button>
      </div>
    </form>
  )
}

/** A PIN that was right, and how many digits the owner asks for now. */
interface ShortPin {
  pin: string
  digits: number
}

type Problem = 'pin' | 'different'

interface ShortPinFormProps extends ShortPin {
  person: StaffTile
  onBack: () => void
}

/** The person chooses a longer PIN, typed twice, before the till is theirs. */
function ShortPinForm({ person, pin, digits, onBack }: ShortPinFormProps) {
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
  const submit = async () => {
    if (busy) return
    if (first === null) return typed.length < digits ? begin('pin', null) : begin(null, typed)
    if (typed !== first) return begin('different', null)
    const answer = await run(typed)
    if (!answer?.ok) return begin(null, null)
    // The old PIN is no longer the right one, or a pause has begun: its own form says which.
    if (answer.value.result !== 'right') onBack()
  }
  return (
    <PinForm
      name={person.name}
      busy={busy}
      failure={failure}
      back={{ text: t('app.back'), go: onBack }}
      next={t(first === null ? 'app.continue' : 'staff.lock.signIn')}
      waits={typed === ''}
      onSubmit={submit}
    >
      <p>{t('staff.lock.tooShort', { count: digits })}</p>
      <PinField
        label={t(first === null ? 'staff.tab.newPin' : 'staff.tab.again')}
        value={typed}
        problem={problem && problemText(problem)}
        inline
        field={field}
        onChange={setTyped}
      />
    </PinForm>
  )
}

const someone = { pauseMs: 0 }

/** A PIN of one person on its way to main, and what a wrong one means for the next. */
export function usePin(
  person: StaffTile | null,
  call: (pin: string) => Promise<Result<PinAnswer>>,
) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [pin, setPin] = useState('')
  const [triesLeft, setTriesLeft] = useState<number | null>(null)
  const { run, busy, failure } = useCall(call)
  const pause = usePause(person ?? someone)

  /** True where the PIN was right. */
  const send = async () => {
    if (pin === '' || pause > 0 || busy) return false
    const answer = await run(pin)
    setPin('')
    field.current?.focus()
    if (!answer?.ok) return false
    setTriesLeft(answer.value.result === 'wrong' ? answer.value.triesLeft : null)
    return answer.value.result === 'right'
  }
  const problem = () => {
    if (pause > 0) return t('staff.lock.paused', { time: formatSeconds(pause) })
    return triesLeft === null || triesLeft === 0
      ? null
      : t('staff.lock.wrong', { count: triesLeft })
  }
  return { pin, type: setPin, send, problem: problem(), paused: pause > 0, busy, failure, field }
}
