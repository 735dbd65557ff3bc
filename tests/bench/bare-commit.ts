import { randomUUID } from 'node:crypto'
import { applySettings, type Engine, openEngine } from '../../electron/main/store/database/engine'

/** The floor of a write: the ledger's own engine, key and settings commit one row. */
export interface BareCommits {
  /** Returns once the row is on the disk. */
  commit(): void
  close(): void
}

/** About as many bytes as a sale, its request and its first event. */
const body = Buffer.alloc(2_000, 'x')

export function openBareCommits(file: string, key: Buffer): BareCommits {
  const engine: Engine = openEngine(file, key)
  applySettings(engine)
  engine.execute('CREATE TABLE row (id TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID')
  return {
    commit() {
      engine.execute('BEGIN IMMEDIATE')
      engine.prepare('INSERT INTO row (id, body) VALUES (?, ?)').run([randomUUID(), body])
      engine.execute('COMMIT')
    },
    close: () => engine.close(),
  }
}
