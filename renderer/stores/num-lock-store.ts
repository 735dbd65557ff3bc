import { create } from 'zustand'

/** Whether a key of the number pad came while Num Lock was off, and Num Lock was not seen on since. */
export const useNumLockOff = create(() => ({ off: false }))

/** Notes what a key has shown of Num Lock. */
export function noteNumLock(off: boolean): void {
  if (useNumLockOff.getState().off !== off) useNumLockOff.setState({ off })
}
