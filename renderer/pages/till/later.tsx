import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'
import type * as laterScreens from './later-screens'

export type Screens = typeof laterScreens

const useLoaded = create<{ screens: Screens | null; failure: unknown }>(() => ({
  screens: null,
  failure: null,
}))

let asked = false

function load(): void {
  if (asked) return
  asked = true
  import('./later-screens').then(
    screens => useLoaded.setState({ screens }),
    (failure: unknown) => useLoaded.setState({ failure }),
  )
}

interface LaterProps {
  children: (screens: Screens) => ReactNode
  /** Not waited for: its script is loaded once the first screen is drawn. */
  behind?: boolean
}

/**
 * Shows what is not needed to charge; nothing until its script is there. React.lazy would hide a screen for up
 * to 300 ms although the script is there.
 */
export function Later({ children, behind = false }: LaterProps) {
  const { screens, failure } = useLoaded()
  useEffect(() => {
    if (!behind) return load()
    const id = requestIdleCallback(load)
    return () => cancelIdleCallback(id)
  }, [behind])
  if (failure) throw failure
  return screens && children(screens)
}
