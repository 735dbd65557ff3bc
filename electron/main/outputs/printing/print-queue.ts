/** One piece of work at a time, in the order in which it was asked for. */
export interface PrintQueue {
  /** The same work that is waiting or under way already is joined, not done again. */
  take<Value>(name: string, work: () => Promise<Value>): Promise<Value>
  /** What has not begun is never begun. */
  stop(): void
}

export function createPrintQueue(): PrintQueue {
  const waiting = new Map<string, Promise<unknown>>()
  let last: Promise<unknown> = Promise.resolve()
  let stopped = false
  return {
    take<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      const same = waiting.get(name)
      // Sound: a name is always given to the same kind of work.
      if (same) return same as Promise<Value>
      const begin = () => (stopped ? new Promise<Value>(() => undefined) : work())
      const mine = last.then(begin).finally(() => waiting.delete(name))
      waiting.set(name, mine)
      last = mine.catch(() => undefined)
      return mine
    },
    stop() {
      stopped = true
    },
  }
}
