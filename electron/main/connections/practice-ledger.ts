import { hkdfSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../clock'
import type { Log } from '../diagnostics/log'
import type { Random } from '../random'
import { ledgerFileName } from '../recovery/keyed-files'
import { quarantineLedger } from '../storage/quarantine'
import { createKeySealer, type VaultOpening } from '../vault'

/** How the practice service keeps its books: see its options. */
export interface PracticeLedger {
  booksFile: string
  booksSeal: { seal(line: string): string; open(sealed: string): string }
  booksKeepMs: number
}

interface PracticeBooksDeps {
  dataFolder: string
  vault: VaultOpening
  clock: Pick<Clock, 'wall'>
  random: Pick<Random, 'bytes'>
  log: Pick<Log, 'warn'>
}

/** Half a year: nobody asks for a practice payment of then. */
const keepMs = 183 * 86_400_000

const sealedName = 'practice/books'

/**
 * The practice service's books, each line sealed with a key made of the practice ledger's own: people
 * type real numbers while they learn. Where that key is not to be had there are no books on the disk:
 * the till does not open the practice ledger then either. Books that it does not open, for it is another
 * key or a line is damaged, are set aside: a person who learns is not kept waiting for a file to be moved.
 */
export function practiceLedger(deps: PracticeBooksDeps): PracticeLedger | null {
  const { dataFolder, vault, clock, random, log } = deps
  if (!vault.ok) return null
  const ledger = join(dataFolder, ledgerFileName('practice'))
  const dataKey = vault.vault.dataKey('practice', existsSync(ledger))
  if (dataKey.state !== 'ready') return null
  const key = Buffer.from(hkdfSync('sha256', dataKey.key, '', sealedName, 32))
  const sealer = createKeySealer(key, random.bytes)
  const booksSeal: PracticeLedger['booksSeal'] = {
    seal: line => sealer.seal(sealedName, Buffer.from(line)),
    open: sealed => sealer.open(sealedName, sealed).toString('utf8'),
  }
  const booksFile = join(dataFolder, 'practice-service.jsonl')
  if (areUnreadable(booksFile, booksSeal))
    log.warn('practice-books-set-aside', {
      file: quarantineLedger(booksFile, new Date(clock.wall())),
    })
  return { booksFile, booksSeal, booksKeepMs: keepMs }
}

/** By the lines that were ended: a torn last one is the practice service's to judge. */
function areUnreadable(file: string, seal: PracticeLedger['booksSeal']): boolean {
  if (!existsSync(file)) return false
  const ended = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return !ended.every(line => isReadable(line, seal))
}

/** Lines of before there were seals are plain. */
function isReadable(line: string, { open }: PracticeLedger['booksSeal']): boolean {
  try {
    JSON.parse(line.startsWith('{') ? line : open(line))
    return true
  } catch {
    return false // whatever is wrong with it: it is no line that the practice service can read
  }
}
