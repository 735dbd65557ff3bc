/** The only connections to the database engine: nothing else of this room is for others. */
export type { Database, Health } from './database'
export { type DatabaseFailure, databaseFailure } from './failure'
export { type FileLocking, lockFile } from './file-lock'
export { type OpenResult, openDatabase } from './open-database'
export type { Cell, Row } from './row'
export { type DecodedText, decodeText } from './text'
export type { Value } from './value'
