import type { Engine } from './engine'

/**
 * Rollback journal, not WAL: with WAL a failed fsync at COMMIT throws, and yet the row can be there
 * after a crash (a ghost commit: the frames were in the file already). A sale said not to be
 * recorded must not come back. DELETE with EXTRA also syncs the folder after the journal is gone.
 */
const SETTINGS = [
  'journal_mode = DELETE',
  'synchronous = EXTRA',
  'foreign_keys = ON',
  'secure_delete = ON',
  'temp_store = MEMORY', // no plain rows in temporary files
  'trusted_schema = OFF',
  'recursive_triggers = ON', // or INSERT OR REPLACE would delete what a trigger keeps
]

const IN_FORCE: ReadonlyArray<readonly [pragma: string, value: unknown]> = [
  ['journal_mode', 'delete'],
  ['synchronous', 3n],
  ['foreign_keys', 1n],
  ['secure_delete', 1n],
]

/** Applies the settings. The engine ignores one it does not take: see findWeakSetting. */
export function applySettings(engine: Engine): void {
  for (const setting of SETTINGS) engine.execute(`PRAGMA ${setting}`)
}

/** The first setting that durability needs and that is not in force, or null. */
export function findWeakSetting(engine: Engine): string | null {
  const weak = IN_FORCE.find(([pragma, value]) => readPragma(engine, pragma) !== value)
  return weak === undefined ? null : weak[0]
}

/** One value of the engine's own (never text of the file's, which could abort when read). */
export function readPragma(engine: Engine, pragma: string): unknown {
  return engine.prepare(`PRAGMA ${pragma}`).rows([])[0]?.[0]
}
