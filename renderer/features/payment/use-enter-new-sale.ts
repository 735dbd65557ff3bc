import { useEffect, useRef } from 'react'

/** An Enter that was on its way while PAID appeared is not meant for it, ms. */
const settling = 800

/** While `active`, Enter outside any field or button goes on to the next sale. */
export function useEnterForNewSale(active: boolean, newSale: () => void): void {
  // The screen is drawn anew each second: what an Enter does may change, since when it may not.
  const latest = useRef(newSale)
  latest.current = newSale
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

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, input, a, dialog, [role]') !== null
}
