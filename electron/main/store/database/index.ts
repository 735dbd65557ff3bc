/** The only way to the database engine: other folders use nothing else of this one. */
export type { Database, Health } from './database'
export { type DatabaseFailure, databaseFailure } from './failure'
export { type FileLocking, lockFile } from './file-lock'
export { appendOnly, migrate, type SchemaStep } from './migrate'
export { type OpenResult, openDatabase } from './open-database'
export { type Cell, type DecodedText, decodeText, type Row, type Value } from './value'
