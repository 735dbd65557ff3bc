/** What a pressed key says of itself; a KeyboardEvent is one. */
export type PressedKey = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'shiftKey'
  | 'ctrlKey'
  | 'altKey'
  | 'metaKey'
  | 'isComposing'
  | 'getModifierState'
>

/**
 * The digit that a key stands for by its place on the keyboard, or null. On a French layout the keys of the upper row
 * write `&é"'(` without Shift, and with Num Lock off the number pad moves the caret: for a number both are digits.
 */
export function physicalDigit(event: PressedKey): string | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return null
  if (/^[0-9]$/.test(event.key)) return event.key
  // What the layout writes with Shift is meant: `*` and `+` of a sum are there. AltGr is another level of it.
  if (event.shiftKey || event.getModifierState('AltGraph')) return null
  const [, upper] = /^Digit([0-9])$/.exec(event.code) ?? []
  if (upper !== undefined) return upper
  const [, pad] = /^Numpad([0-9])$/.exec(event.code) ?? []
  return pad !== undefined && isNumLockOff(event) ? pad : null
}

/** Whether a key of the number pad came that writes nothing, because Num Lock is off. */
export function isPadWithoutNumLock(event: PressedKey): boolean {
  return /^Numpad(?:[0-9]|Decimal)$/.test(event.code) && isNumLockOff(event)
}

/** With Num Lock on, Shift turns a pad's key into an arrow: that is meant. Without one, as on a Mac, it writes digits. */
function isNumLockOff(event: PressedKey): boolean {
  return event.key.length > 1 && !event.getModifierState('NumLock')
}
