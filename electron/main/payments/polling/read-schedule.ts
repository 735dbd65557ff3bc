import TinyQueue from 'tinyqueue'

/** Which sales are to be read, and when: one heap, however many there are. */
export interface ReadSchedule {
  /** Sets, or sets anew, when a sale is due (monotonic ms). */
  set(saleId: string, at: number): void
  /** The same, where that is sooner than it was; nothing for a sale that is not in it. */
  hasten(saleId: string, at: number): void
  drop(saleId: string): void
  has(saleId: string): boolean
  /** What is due first, or null. */
  first(): { saleId: string; at: number } | null
  size(): number
}

/** An empty schedule. */
export function createReadSchedule(): ReadSchedule {
  const times = new Map<string, number>()
  // What was dropped or set anew stays in the heap until its time: taking it out would cost a search.
  const heap = new TinyQueue<{ saleId: string; at: number }>([], (one, other) => one.at - other.at)

  function set(saleId: string, at: number): void {
    if (times.get(saleId) === at) return
    times.set(saleId, at)
    heap.push({ saleId, at })
  }

  return {
    set,
    hasten(saleId, at) {
      const before = times.get(saleId)
      if (before !== undefined && at < before) set(saleId, at)
    },
    drop: saleId => times.delete(saleId),
    has: saleId => times.has(saleId),
    first() {
      for (let next = heap.peek(); next; next = heap.peek()) {
        if (times.get(next.saleId) === next.at) return next
        heap.pop()
      }
      return null
    },
    size: () => times.size,
  }
}
