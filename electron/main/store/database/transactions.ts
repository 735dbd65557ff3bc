import type { Engine } from './engine'
import { type DatabaseFailure, databaseFailure, refusal } from './failure'

interface Deps {
  engine: Pick<Engine, 'execute' | 'inTransaction'>
  /** Runs engine work and marks the database suspect after an error that puts it in doubt. */
  watched<T>(work: () => T): T
  suspect(failure: DatabaseFailure): void
  refuseIfSuspect(): void
}

/** BEGIN IMMEDIATE … COMMIT round a piece of work, with every way of going wrong. */
export function createTransactions(deps: Deps) {
  const { engine } = deps
  let inside = false
  let rolledBack = 0

  /**
   * Hazard: after some errors SQLite ends the transaction by itself. Work that caught the error and
   * went on would then write each further statement for good, outside any transaction.
   */
  const refuseIfLost = () => {
    if (!inside || engine.inTransaction()) return
    deps.suspect('other')
    throw refusal('The engine has ended this transaction')
  }

  const rollBack = () => {
    rolledBack += 1
    try {
      if (engine.inTransaction()) engine.execute('ROLLBACK')
    } catch (error) {
      // The error that led here is the one to throw; this one is kept in the health.
      deps.suspect(databaseFailure(error))
    }
  }

  /** A COMMIT that throws may have reached the disk or not: the database is suspect from there. */
  const commit = () => {
    deps.refuseIfSuspect()
    refuseIfLost()
    try {
      engine.execute('COMMIT')
    } catch (error) {
      deps.suspect(databaseFailure(error))
      throw error
    }
  }

  const transaction = <T>(work: () => T): T => {
    deps.refuseIfSuspect()
    if (inside) throw refusal('Transactions do not nest')
    deps.watched(() => engine.execute('BEGIN IMMEDIATE'))
    inside = true
    try {
      const result = work()
      // Async work would still be running when the transaction is over.
      if (result instanceof Promise) throw refusal('The work of a transaction is not async')
      commit()
      return result
    } catch (error) {
      rollBack()
      throw error
    } finally {
      inside = false
    }
  }

  return { transaction, refuseIfLost, rollbacks: () => rolledBack }
}
