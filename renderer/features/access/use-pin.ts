import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PinAnswer } from '../../../shared/ipc/calls/people'
import type { Failure, Result } from '../../../shared/ipc/result'
import type { StaffTile } from '../../../shared/ipc/till-state'
import { useCall } from '../../hooks/use-call'
import { formatSeconds } from '../../i18n/countdown'
import { usePause } from '../../stores/use-staff'

interface PinState {
  pin: string
  type: (pin: string) => void
  /** True where the PIN was right. */
  send: () => Promise<boolean>
  problem: string | null
  paused: boolean
  busy: boolean
  failure: Failure | null
  field: RefObject<HTMLInputElement | null>
}

const someone = { pauseMs: 0 }

/** A PIN of one person on its way to main, and what a wrong one means for the next. */
export function usePin(
  person: StaffTile | null,
  call: (pin: string) => Promise<Result<PinAnswer>>,
): PinState {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [pin, setPin] = useState('')
  const [triesLeft, setTriesLeft] = useState<number | null>(null)
  const { run, busy, failure } = useCall(call)
  const pause = usePause(person ?? someone)

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
  const type = (next: string) => setPin(next)
  return { pin, type, send, problem: problem(), paused: pause > 0, busy, failure, field }
}
