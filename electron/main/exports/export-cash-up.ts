import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CashUp } from '../../../shared/day/cash-up'
import { syncFile } from '../storage/durable-files'

/** What a file is of. */
interface Exported extends Pick<CashUp, 'connection' | 'number'> {
  /** 1 is the original. */
  document: number
  extension: 'csv' | 'pdf'
}

/**
 * Writes a closing's document where a person finds it, and answers the file; a copy's name says so.
 * Throws what node:fs throws, and leaves no half file then. Nothing is ever written over another.
 */
export function writeExport(folder: string, what: Exported, content: string | Uint8Array): string {
  mkdirSync(folder, { recursive: true })
  const file = unusedName(folder, what)
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    syncFile(file)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
  return file
}

function unusedName(folder: string, { connection, number, document, extension }: Exported): string {
  const copy = document === 1 ? '' : `-copy-${document - 1}`
  const name = `kaunta-cash-up-${connection}-${number}${copy}`
  for (let other = 1; ; other++) {
    const file = join(folder, `${name}${other === 1 ? '' : ` (${other})`}.${extension}`)
    if (!existsSync(file)) return file
  }
}
