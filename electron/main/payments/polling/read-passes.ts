/** What came of reading many sales once. */
export interface PassResult {
  read: number
  unanswered: number
}

/** Sales that are read once, and the callers that wait for it. */
export interface ReadPasses {
  /** Resolves when each of these sales has been read, or when waiting is given up. */
  begin(saleIds: readonly string[]): Promise<PassResult>
  /** A read ended. One that never left the till (`sent` is false) has to be made again. */
  ended(saleId: string, result: { sent: boolean; answered: boolean }): void
  /** The sales that still have to be read once. */
  left(): ReadonlySet<string>
  /** Nothing is read for now: no caller is kept waiting. */
  giveUp(): void
}

interface Pass extends PassResult {
  left: Set<string>
  failuresInARow: number
  resolve: (result: PassResult) => void
}

/** One failed read concerns one sale; after two in a row no caller waits for the rest. */
const failuresMax = 2

/** No caller waits yet. */
export function createReadPasses(): ReadPasses {
  const passes = new Set<Pass>()
  const once = new Set<string>()

  function end(pass: Pass): void {
    passes.delete(pass)
    pass.resolve({ read: pass.read, unanswered: pass.unanswered + pass.left.size })
  }

  return {
    begin(saleIds) {
      for (const saleId of saleIds) once.add(saleId)
      if (saleIds.length === 0) return Promise.resolve({ read: 0, unanswered: 0 })
      return new Promise(resolve => {
        const none = { read: 0, unanswered: 0, failuresInARow: 0 }
        passes.add({ ...none, left: new Set(saleIds), resolve })
      })
    },
    ended(saleId, { sent, answered }) {
      if (sent) once.delete(saleId)
      for (const pass of passes) {
        if (!pass.left.delete(saleId)) continue
        if (answered) pass.read += 1
        else pass.unanswered += 1
        pass.failuresInARow = answered ? 0 : pass.failuresInARow + 1
        if (pass.left.size === 0 || pass.failuresInARow >= failuresMax) end(pass)
      }
    },
    left: () => once,
    giveUp() {
      for (const pass of passes) end(pass)
    },
  }
}
