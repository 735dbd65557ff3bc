/** The door through which every merchant request comes in. */
export interface Gate {
  /** Resolves at once, or once the gate is open again. */
  pass(): Promise<void>
  /** From now on requests are taken in and neither executed nor answered. */
  close(): void
  /** Lets in who waits, in their order: their requests are executed, late. */
  open(): void
  /** Opens for those who come, and leaves those who wait without an answer for ever. */
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
      for (const enter of waiting.splice(0)) enter()
    },
    reset() {
      closed = false
      waiting = []
    },
  }
}
