/** The key code of every key that an input method takes for itself. */
const takenByInputMethod = 229

interface PressedKey {
  key: string
  repeat: boolean
  keyCode: number
  isComposing?: boolean
  /** React's event keeps the browser's, which alone says whether a word is being composed. */
  nativeEvent?: { isComposing: boolean }
}

/**
 * True for an Enter that a person means as a press. A key that is held down is one press; the Enter that
 * chooses a word of an input method belongs to that. Every listener asks here (no-bare-enter.grit).
 */
export function isEnter(event: PressedKey): boolean {
  return isEnterKey(event) && !event.repeat && !isComposing(event)
}

/** True for an Enter that comes again and again because the key is held down. */
export function isHeldEnter(event: PressedKey): boolean {
  return isEnterKey(event) && event.repeat
}

function isEnterKey({ key }: PressedKey): boolean {
  // biome-ignore lint/plugin: the rule sends every other comparison with Enter here
  return key === 'Enter'
}

function isComposing({ isComposing, nativeEvent, keyCode }: PressedKey): boolean {
  return (nativeEvent?.isComposing ?? isComposing ?? false) || keyCode === takenByInputMethod
}
