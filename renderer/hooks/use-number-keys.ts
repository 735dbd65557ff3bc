import { useEffect } from 'react'
import { noteNumLock } from '../stores/num-lock-store'
import { isPadWithoutNumLock, physicalDigit } from '../typing/physical-key'

/**
 * In a field for numbers the physical key counts, whatever the keyboard's layout or Num Lock makes of it (DESIGN §17).
 * A field is one by its `inputMode`.
 */
export function useNumberKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener('keyup', noteOn, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      window.removeEventListener('keyup', noteOn, { capture: true })
    }
  }, [])
}

function onKeyDown(event: KeyboardEvent): void {
  const isOff = isPadWithoutNumLock(event)
  if (isOff) noteNumLock(true)
  else noteOn(event)
  const digit = physicalDigit(event)
  if (!isForNumbers(event.target) || (digit === null ? !isOff : digit === event.key)) return
  // Also where there is no digit: the pad's point would delete what stands behind the caret.
  event.preventDefault()
  // The one way that keeps the longest length and the selection, and tells the field that it was typed.
  if (digit !== null) document.execCommand('insertText', false, digit)
}

function noteOn(event: KeyboardEvent): void {
  if (event.getModifierState('NumLock')) noteNumLock(false)
}

function isForNumbers(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && ['numeric', 'tel'].includes(target.inputMode)
}
