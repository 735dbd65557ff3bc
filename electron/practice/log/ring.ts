/** A list that forgets its oldest entries: a service left running must not fill the memory. */
export interface Ring<Entry> {
  add(entry: Entry): void
  /** An entry has grown by so many bytes. */
  grew(bytes: number): void
  /** Oldest first. */
  all(): Entry[]
  clear(): void
}

/** Holds the newest `count` entries, and fewer where together they are larger than `bytes`. */
export function createRing<Entry>(
  limits: { count: number; bytes: number },
  sizeOf: (entry: Entry) => number,
): Ring<Entry> {
  const entries: Entry[] = []
  let total = 0
  function trim(): void {
    while (entries.length > limits.count || (total > limits.bytes && entries.length > 1)) {
      const oldest = entries.shift()
      if (oldest !== undefined) total -= sizeOf(oldest)
    }
  }
  return {
    add(entry) {
      entries.push(entry)
      total += sizeOf(entry)
      trim()
    },
    grew(bytes) {
      total += bytes
      trim()
    },
    all: () => [...entries],
    clear() {
      entries.length = 0
      total = 0
    },
  }
}
