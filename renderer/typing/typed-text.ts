import type { ChangeEvent } from 'react'
import { visibleText } from '../../shared/plain-text'

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

/**
 * What a field holds now, as it is seen: a number that was copied from a message carries marks that nobody can see, and
 * is not to be called wrong for them. Main does the same to every call; what an input method still composes is left to
 * it. Every field asks here (no-bare-value.grit).
 */
export function typedText({ target, nativeEvent }: Typed): string {
  const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
  return isComposing ? target.value : visibleText(target.value)
}

/** A secret as it was typed: it has to be the same as another text. */
export function secretText({ target }: Typed): string {
  return target.value
}
