/** The only way to the database engine: other folders use nothing else of this one. */
export type { Database, Health } from './database'
export { type DatabaseFailure, databaseFailure } from './failure'
export { type FileLocking, lockFile } from './file-lock'
export {
  appendOnly,
  migrate,
  type OpenResult,
  openDatabase,
  type SchemaStep,
} from './open-database'
export { bytesOf, type Cell, type DecodedText, decodeText, type Row, type Value } from './value'
