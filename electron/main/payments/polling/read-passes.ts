/** What came of reading many payments once. */
export interface PassResult {
  read: number
  unanswered: number
}

interface Pass extends PassResult {
  left: Set<string>
  failuresInARow: number
  resolve: (result: PassResult) => void
}

/** One failed read concerns one payment; after two in a row no caller waits for the rest. */
const failuresMax = 2

/** Payments that are read once, and the callers that wait for it. */
export class ReadPasses {
  private readonly passes = new Set<Pass>()
  private readonly once = new Set<string>()

  /** Resolves when each of these payments has been read, or when waiting is given up. */
  begin(paymentIds: readonly string[]): Promise<PassResult> {
    for (const paymentId of paymentIds) this.once.add(paymentId)
    const none = { read: 0, unanswered: 0 }
    if (paymentIds.length === 0) return Promise.resolve(none)
    return new Promise(resolve => {
      this.passes.add({ ...none, failuresInARow: 0, left: new Set(paymentIds), resolve })
    })
  }

  /** A read ended. One that never left the till (`sent` is false) has to be made again. */
  ended(paymentId: string, { sent, answered }: { sent: boolean; answered: boolean }): void {
    if (sent) this.once.delete(paymentId)
    for (const pass of this.passes) {
      if (!pass.left.delete(paymentId)) continue
      if (answered) pass.read += 1
      else pass.unanswered += 1
      pass.failuresInARow = answered ? 0 : pass.failuresInARow + 1
      if (pass.left.size === 0 || pass.failuresInARow >= failuresMax) this.end(pass)
    }
  }

  /** The payments that still have to be read once. */
  left(): ReadonlySet<string> {
    return this.once
  }

  /** Nothing is read for now: no caller is kept waiting. */
  giveUp(): void {
    for (const pass of this.passes) this.end(pass)
  }

  private end(pass: Pass): void {
    this.passes.delete(pass)
    pass.resolve({ read: pass.read, unanswered: pass.unanswered + pass.left.size })
  }
}
