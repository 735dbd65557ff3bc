import { useCallback, useEffect, useState } from 'react'
import type { Failure, Result } from '../../shared/ipc/result'
import { useLatest } from './use-latest'

/** A list that main gives a page at a time. */
export interface Pages<Item> {
  items: readonly Item[]
  more: boolean
  loading: boolean
  failure: Failure | null
  showMore: () => void
  /** Changes what is shown, after a change of the list. */
  change: (change: (items: readonly Item[]) => readonly Item[]) => void
}

type Page<Name extends string, Item> = Record<Name, readonly Item[]> & { more: boolean }

/**
 * Reads the first page when the screen opens and when what is searched changes, `pause` ms after it. The page
 * that follows is asked for with the last item that is shown. `name` is the list's name in main's answer.
 */
export function usePages<Name extends string, Item>(
  name: Name,
  ask: (last: Item | null) => Promise<Result<Page<Name, Item>>>,
  searched = '',
  pause = 0,
): Pages<Item> {
  const [items, change] = useState<readonly Item[]>([])
  const [more, setMore] = useState(false)
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const begin = useLatest()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is new at each render; `searched` says when it asks something else
  const read = useCallback(
    async (last: Item | null) => {
      const isLatest = begin()
      setLoading(true)
      const answer = await ask(last)
      if (!isLatest()) return
      setLoading(false)
      setFailure(answer.ok ? null : answer)
      if (!answer.ok) return
      const found = answer.value[name]
      change(shown => (last === null ? found : [...shown, ...found]))
      setMore(answer.value.more)
    },
    [searched],
  )
  useEffect(() => {
    const timer = setTimeout(() => read(null), pause)
    return () => clearTimeout(timer)
  }, [read, pause])
  return { items, more, loading, failure, showMore: () => read(items.at(-1) ?? null), change }
}
