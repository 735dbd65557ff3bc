/** What came of reading many sales once. */
export interface PassResult {
  read: number
  unanswered: number
}

/** People who wait until many sales have been read once. */
export interface ReadPasses {
  /** Resolves when each of these sales has been read, or when that is given up. */
  begin(saleIds: readonly string[]): Promise<PassResult>
  /** A read ended. */
  ended(saleId: string, answered: boolean): void
  /** Nothing is read for now: nobody is kept waiting. */
  giveUp(): void
}

interface Pass extends PassResult {
  left: Set<string>
  failuresInARow: number
  resolve: (result: PassResult) => void
}

/** One failed read is one sale's affair; after two in a row nobody is kept waiting for the rest. */
const timeouts = 2

/** Nobody waits yet. */
export function createReadPasses(): ReadPasses {
  const passes = new Set<Pass>()

  function end(pass: Pass): void {
    passes.delete(pass)
    pass.resolve({ read: pass.read, unanswered: pass.unanswered + pass.left.size })
  }

  return {
    begin(saleIds) {
      if (saleIds.length === 0) return Promise.resolve({ read: 0, unanswered: 0 })
      return new Promise(resolve => {
        const none = { read: 0, unanswered: 0, failuresInARow: 0 }
        passes.add({ ...none, left: new Set(saleIds), resolve })
      })
    },
    ended(saleId, answered) {
      for (const pass of passes) {
        if (!pass.left.delete(saleId)) continue
        if (answered) pass.read += 1
        else pass.unanswered += 1
        pass.failuresInARow = answered ? 0 : pass.failuresInARow + 1
        if (pass.left.size === 0 || pass.failuresInARow >= timeouts) end(pass)
      }
    },
    giveUp() {
      for (const pass of passes) end(pass)
    },
  }
}
