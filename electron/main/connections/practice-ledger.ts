import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import type { Random } from '../platform/random'
import { quarantineLedger } from '../store/files/durable-files'
import { derivedKey } from '../store/key-file'
import { createKeySealer } from '../store/key-sealer'
import type { TillStore } from '../store/till-store'

/** How the practice service keeps its books: see its options. */
export interface PracticeLedger {
  booksFile: string
  booksSeal: { seal(line: string): string; open(sealed: string): string }
  booksKeepMs: number
}

interface PracticeBooksDeps {
  dataFolder: string
  store: Pick<TillStore, 'ledgerKey'>
  clock: Pick<Clock, 'wall'>
  random: Pick<Random, 'bytes'>
  log: Pick<Log, 'warn'>
}

/** Half a year: nobody asks for a practice payment of then. */
const keepMs = 183 * 86_400_000

const sealedName = 'practice/books'

/**
 * The practice service's books, each line sealed with a key made of the practice ledger's own: people
 * type real numbers while they learn. Books that it does not open, for it is another
 * key or a line is damaged, are set aside: a person who learns is not kept waiting for a file to be moved.
 */
export function practiceLedger(deps: PracticeBooksDeps): PracticeLedger {
  const { dataFolder, store, clock, random, log } = deps
  const key = derivedKey(store.ledgerKey('practice'), sealedName)
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
