import type { ComponentProps } from 'react'
import type { Result } from '../../shared/ipc/result'
import { useCall } from '../hooks/use-call'
import { Button } from './button'
import { FailureNotice } from './failure-notice'

interface CallButtonProps<Value> extends ComponentProps<typeof Button> {
  call: () => Promise<Result<Value>>
  onDone?: (value: Value) => void
}

/** A button that makes one call, and behind it why the call failed. */
export function CallButton<Value>({ call, onDone, busy, ...button }: CallButtonProps<Value>) {
  const { run, busy: isRunning, failure } = useCall(call, onDone)
  return (
    <>
      <Button {...button} busy={busy || isRunning} onClick={() => run()} />
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}
