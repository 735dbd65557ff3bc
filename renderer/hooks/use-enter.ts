import { useEffect, useState } from 'react'

/**
 * Enter in a field that searches while it is typed in. A scanner types faster than the search answers, so
 * Enter waits until the list belongs to the text, and does nothing when other text is typed meanwhile.
 */
export function useEnter(text: string, ready: boolean, press: () => void): () => void {
  const [entered, setEntered] = useState<string | null>(null)
  useEffect(() => {
    if (entered === null) return
    if (entered === text && !ready) return
    setEntered(null)
    if (entered === text) press()
  })
  return () => setEntered(text)
}
