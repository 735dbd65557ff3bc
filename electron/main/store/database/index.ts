/** The only way to the database engine: other folders use nothing else of this one. */
export type { Database } from './database'
export { type DatabaseFailure, databaseFailure, storageFault } from './failure'
export { lockFile } from './file-lock'
export { appendOnly, migrate, openDatabase, type SchemaStep } from './open-database'
export { bytesOf, type Cell, decodeText, type Row, type Value } from './value'
export { writesBegun } from './writes'
