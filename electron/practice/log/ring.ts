/** A list that forgets its oldest entries: a service left running must not fill the memory. */
export interface Ring<Entry> {
  add(entry: Entry): void
  /** Oldest first. */
  all(): Entry[]
  clear(): void
}

/** Holds the newest `size` entries. */
export function createRing<Entry>(size: number): Ring<Entry> {
  const entries: Entry[] = []
  return {
    add(entry) {
      entries.push(entry)
      if (entries.length > size) entries.shift()
    },
    all: () => [...entries],
    clear() {
      entries.length = 0
    },
  }
}
