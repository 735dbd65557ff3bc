import { useEffect } from 'react'
import { create } from 'zustand'
import type * as guide from './pages'

const usePages = create<{ guide: typeof guide | null }>(() => ({ guide: null }))

/** The guide's pages: a script of their own, loaded when they are first asked for. Null until then. */
export function useGuidePages(): typeof guide | null {
  const { guide: loaded } = usePages()
  useEffect(() => {
    if (loaded === null) import('./pages').then(pages => usePages.setState({ guide: pages }))
  }, [loaded])
  return loaded
}
