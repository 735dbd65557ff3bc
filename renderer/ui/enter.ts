import { isHeldEnter } from '../typing/is-enter'

/** A key that is held down is one press: no field, button or dialog hears it again. */
export function followEnter(): void {
  window.addEventListener(
    'keydown',
    event => {
      if (!isHeldEnter(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
