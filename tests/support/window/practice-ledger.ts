import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type Database, openDatabase } from '../../../electron/main/store/database'

/** The key of practice lies open (decision 4): a test can use it, as a thief can. */
const keySchema = z.object({ practice: z.base64() })

export const practiceLedgerFile = (dataFolder: string) =>
  path.join(dataFolder, 'ledger-practice.db')

export async function practiceKey(dataFolder: string): Promise<Buffer> {
  const text = await readFile(path.join(dataFolder, 'key.json'), 'utf8')
  return Buffer.from(keySchema.parse(JSON.parse(text)).practice, 'base64')
}

/** Does something to the practice ledger of a till that was stopped. */
export async function inPracticeLedger(
  dataFolder: string,
  work: (database: Database) => void,
): Promise<void> {
  const key = await practiceKey(dataFolder)
  const database = openDatabase({ file: practiceLedgerFile(dataFolder), key })
  work(database)
  database.close()
}
