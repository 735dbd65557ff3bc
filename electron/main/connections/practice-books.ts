import { hkdfSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../clock'
import type { Random } from '../random'
import { setLedgerAside } from '../storage/set-aside'
import { createKeySealer, type VaultOpening } from '../vault'
import { ledgerFileName } from './far-end'

/** How the practice service keeps its books: see its options. */
export interface PracticeBooks {
  booksFile: string
  booksSeal: { seal(line: string): string; open(sealed: string): string }
  booksKeepMs: number
}

interface PracticeBooksNeeds {
  dataFolder: string
  vault: VaultOpening
  clock: Pick<Clock, 'wall'>
  random: Pick<Random, 'bytes'>
}

/** Half a year: nobody asks for a practice payment of then. */
const keepMs = 183 * 86_400_000

const sealedName = 'practice/books'

/**
 * The practice service's books, each line sealed with a key made of the practice ledger's own: people
 * type real numbers while they learn. Where that key is not to be had there are no books on the disk:
 * the till does not open the practice ledger then either. Books of another key are set aside.
 */
export function practiceBooks(needs: PracticeBooksNeeds): PracticeBooks | null {
  const { dataFolder, vault, clock, random } = needs
  if (!vault.ok) return null
  const ledger = join(dataFolder, ledgerFileName('practice'))
  const dataKey = vault.vault.dataKey('practice', existsSync(ledger))
  if (dataKey.state !== 'ready') return null
  const key = Buffer.from(hkdfSync('sha256', dataKey.key, '', sealedName, 32))
  const sealer = createKeySealer(key, random.bytes)
  const booksSeal: PracticeBooks['booksSeal'] = {
    seal: line => sealer.seal(sealedName, Buffer.from(line)),
    open: sealed => sealer.open(sealedName, sealed).toString('utf8'),
  }
  const booksFile = join(dataFolder, 'practice-service.jsonl')
  if (isOfAnotherKey(booksFile, booksSeal)) setLedgerAside(booksFile, new Date(clock.wall()))
  return { booksFile, booksSeal, booksKeepMs: keepMs }
}

/** By its first line: a torn last one is the practice service's to judge. */
function isOfAnotherKey(file: string, { open }: PracticeBooks['booksSeal']): boolean {
  if (!existsSync(file)) return false
  const [first = '', second] = readFileSync(file, 'utf8').split('\n', 2)
  if (second === undefined || first.startsWith('{')) return false
  try {
    open(first)
    return false
  } catch {
    return true // whatever is wrong with it: it is none of this key's lines
  }
}
