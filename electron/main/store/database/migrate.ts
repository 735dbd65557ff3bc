import type { Database } from './database'

/** What brings a file from one version to the next: SQL, and work that no SQL can do. */
export type SchemaStep = readonly (string | ((database: Database) => void))[]

/**
 * Brings a file up to the version that these steps lead to, each step in a transaction of its own; the
 * first step makes the tables of a new file. A step that was released is never edited: a new one follows.
 * Returns `newer`, and changes nothing, where a later app has already written the file.
 */
export function migrate(database: Database, steps: readonly SchemaStep[]): 'ready' | 'newer' {
  const from = database.userVersion()
  if (from > steps.length) return 'newer'
  for (const [index, step] of steps.entries())
    if (index >= from) database.transaction(() => apply(database, step, index + 1))
  return 'ready'
}

function apply(database: Database, step: SchemaStep, version: number): void {
  for (const part of step)
    if (typeof part === 'string') database.run(part)
    else part(database)
  database.setUserVersion(version)
}

/** Triggers that keep a table append-only for every statement of this app. */
export function appendOnly(table: string): string[] {
  return ['UPDATE', 'DELETE'].map(
    change =>
      `CREATE TRIGGER ${table}_${change.toLowerCase()} BEFORE ${change} ON ${table}
       BEGIN SELECT RAISE(ABORT, 'append-only'); END`,
  )
}
