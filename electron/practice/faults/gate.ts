/** Every merchant request passes through it; a closed gate holds requests back. */
export interface Gate {
  /** Resolves at once, or once the gate is open again. */
  pass(): Promise<void>
  /** From now on requests are neither executed nor answered. */
  close(): void
  /** Executes the requests that wait, in their order, and lets later ones pass. */
  open(): void
  /** Lets later requests pass. Those that wait are never answered. */
  reset(): void
}

/** An open gate. */
export function createGate(): Gate {
  let closed = false
  let waiting: (() => void)[] = []
  return {
    pass: () => (closed ? new Promise<void>(resolve => waiting.push(resolve)) : Promise.resolve()),
    close() {
      closed = true
    },
    open() {
      closed = false
      for (const proceed of waiting.splice(0)) proceed()
    },
    reset() {
      closed = false
      waiting = []
    },
  }
}
