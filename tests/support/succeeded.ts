import type { Result } from '../../shared/ipc/result'

/** The value of what has to be a success; anything else ends the test with its message. */
export function succeeded<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`)
  return result.value
}
