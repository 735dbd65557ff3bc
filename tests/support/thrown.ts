import { type DatabaseFailure, databaseFailure } from '../../electron/main/store/database'

/** What a call throws, which it must. */
export function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('It did not throw')
}

/** What kind of failure a call throws, which it must. */
export function failureOf(work: () => unknown): DatabaseFailure {
  return databaseFailure(thrownBy(work))
}
