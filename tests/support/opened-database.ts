import type { Database, OpenResult } from '../../electron/main/store/database'

/** The database of an opening that must have worked. */
export function opened(result: OpenResult): Database {
  if (!result.ok) throw new Error(`Not opened: ${result.reason} (${result.detail})`)
  return result.database
}

/** What a call throws, which it must. */
export function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('It did not throw')
}
