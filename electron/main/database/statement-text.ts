import { refusal } from './refusal'

/** Literals, quoted names and comments: a mark inside them is no placeholder. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g

const WRITES = new Set([
  ...['INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'WITH'],
  ...['CREATE', 'ALTER', 'DROP', 'REINDEX'],
])
const QUERIES = new Set(['SELECT', 'VALUES', 'WITH'])
/** A trigger of one statement, which its grammar closes with a semicolon. */
const TRIGGER = /^\s*CREATE TRIGGER\b([^;]*);\s*END\s*$/i
const SCHEMA_CHANGES = new Set(['CREATE', 'ALTER', 'DROP', 'REINDEX'])

/**
 * How many positional `?` one statement holds.
 *
 * Throws a refusal for numbered or named parameters and for a second statement. Hazard: libsql
 * binds NULL for a missing value, ignores one too many, and silently drops a second statement.
 */
export function countPlaceholders(sql: string): number {
  const bare = sql.replace(QUOTED, ' ').replace(TRIGGER, '$1')
  if (bare.includes(';')) throw refusal('One statement at a time, without a semicolon')
  if (/\?\d|[:@$][A-Za-z_]/.test(bare)) throw refusal('Only positional parameters: ?')
  return bare.split('?').length - 1
}

/** Refuses what would go round `transaction` and the settings: BEGIN, PRAGMA, ATTACH, VACUUM. */
export function refuseUnlessWrite(sql: string): void {
  if (!WRITES.has(firstWord(sql))) throw refusal('run() is for INSERT, UPDATE, DELETE and tables')
}

/** Hazard: some PRAGMAs take effect when merely prepared, so this comes before the engine. */
export function refuseUnlessQuery(sql: string): void {
  if (!QUERIES.has(firstWord(sql))) throw refusal('all() is for SELECT')
}

/** Whether the statement changes tables, after which prepared statements may no longer fit. */
export function changesSchema(sql: string): boolean {
  return SCHEMA_CHANGES.has(firstWord(sql))
}

function firstWord(sql: string): string {
  const words = /[A-Za-z]+/.exec(sql.replace(QUOTED, ' '))
  return words?.[0].toUpperCase() ?? ''
}
