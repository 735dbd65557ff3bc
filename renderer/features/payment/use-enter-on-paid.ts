import { useEffect, useRef } from 'react'

/** An Enter that was on its way while PAID appeared is not meant for it, ms. */
const settling = 800

/** The second press of a fast double press comes within this time and without another key between, ms. */
const doublePress = 500

/** While `active`, Enter outside any field or button presses the primary button of a paid sale. */
export function useEnterOnPaid(active: boolean, pressPrimary: () => void): void {
  // The screen is drawn again each second: what an Enter does may change, since when it may not.
  const latest = useRef(pressPrimary)
  latest.current = pressPrimary
  useEffect(() => {
    if (!active) return
    const since = performance.now()
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || event.defaultPrevented) return
      if (performance.now() - since < settling || isControl(event.target)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [active])
}

/** The second Enter of a fast double press does nothing on the screen that the first one opens. */
export function ignoreSecondEnter(): void {
  const guard = new AbortController()
  const judge = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return guard.abort()
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', judge, { capture: true, signal: guard.signal })
  setTimeout(() => guard.abort(), doublePress)
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, input, a, dialog, [role]') !== null
}
