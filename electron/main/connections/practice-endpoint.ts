import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { practiceAccount } from '../../../shared/connection'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import type { Random } from '../platform/random'
import { quarantineLedger } from '../store/files/durable-files'
import { derivedKey } from '../store/key-file'
import { createKeySealer } from '../store/key-sealer'
import { createSecret } from '../store/secret'
import type { SettingsKeeper } from '../store/settings'
import type { TillStore } from '../store/till-store'
import type { ServiceEndpoint } from './service-endpoint'

/** What the till needs of the practice service; the composition root passes the real one in. */
interface PracticeProgram {
  address: string
  port: number
  pathPrefix: string
  apiKey: string
  apiSecret: string
  stop(): Promise<void>
}

/**
 * Card payments require a webhook address (§4.3). Practice gives one that can never exist (RFC 2606):
 * the till trusts only status reads, and practice notifies no address.
 */
const practiceWebhook = 'https://kaunta.invalid/practice'

/** The practice service inside the till: it runs while the till is in Practice. */
export class PracticeEndpoint {
  #running: Promise<PracticeProgram> | null = null
  #origin: string | null = null

  constructor(
    private readonly deps: {
      settings: SettingsKeeper
      start: (port: number) => Promise<PracticeProgram>
    },
  ) {}

  /** Starts it where it is not running. Rejects when it cannot listen on this computer or its books cannot be read. */
  async endpoint(): Promise<ServiceEndpoint> {
    this.#running ??= this.#startSomewhere().catch(error => {
      this.#running = null
      throw error
    })
    const { address, pathPrefix, apiKey, apiSecret } = await this.#running
    const keys = { apiKey: createSecret(apiKey), apiSecret: createSecret(apiSecret) }
    return {
      address,
      pathPrefix,
      webhookAddress: practiceWebhook,
      account: practiceAccount,
      keys: () => keys,
      certificateAuthorities: [],
    }
  }

  /** The checkout pages' origin, or null while it is not running. */
  origin(): string | null {
    return this.#origin
  }

  /** Safe to call when it is not running. */
  async stop(): Promise<void> {
    const stopped = this.#running
    this.#running = null
    this.#origin = null
    await (await stopped)?.stop()
  }

  /** The port of last time, so that addresses in the ledger still lead somewhere; else any free one. */
  async #startSomewhere(): Promise<PracticeProgram> {
    const { settings, start } = this.deps
    const port = settings.get().practicePort
    const program = await start(port).catch(error => {
      if (port === 0) throw error
      return start(0)
    })
    // Preferences that say so already are not written again: that costs every start its fsync.
    if (program.port !== port) settings.update(all => ({ ...all, practicePort: program.port }))
    this.#origin = program.address
    return program
  }
}

/** How the practice service keeps its books: see its options. */
interface PracticeLedger {
  booksFile: string
  booksSeal: { seal(line: string): string; open(sealed: string): string }
  booksKeepMs: number
}

/** Half a year: an older practice payment is asked for by no one. */
const keepMs = 183 * 86_400_000

const sealedName = 'practice/books'

/**
 * The practice service's books, each line sealed with a key made of the practice ledger's own: people
 * type real numbers while they learn. Books that it does not open, for it is another
 * key or a line is damaged, are set aside: a person who learns is not kept waiting for a file to be moved.
 */
export function practiceLedger({
  dataFolder,
  store,
  clock,
  random,
  log,
}: {
  dataFolder: string
  store: Pick<TillStore, 'ledgerKey'>
  clock: Pick<Clock, 'wall'>
  random: Pick<Random, 'bytes'>
  log: Pick<Log, 'warn'>
}): PracticeLedger {
  const key = derivedKey(store.ledgerKey('practice'), sealedName)
  const sealer = createKeySealer(key, random.bytes)
  const booksSeal: PracticeLedger['booksSeal'] = {
    seal: line => sealer.seal(sealedName, Buffer.from(line)),
    open(sealed) {
      const line = sealer.open(sealedName, sealed)
      if (line === null) throw new Error('A line of the practice books does not open')
      return line.toString('utf8')
    },
  }
  const booksFile = join(dataFolder, 'practice-service.jsonl')
  if (areUnreadable(booksFile, booksSeal))
    log.warn('practice-books-set-aside', {
      file: quarantineLedger(booksFile, new Date(clock.wall())),
    })
  return { booksFile, booksSeal, booksKeepMs: keepMs }
}

/** By the lines that were ended: a torn last one is the practice service's to judge. */
function areUnreadable(file: string, { open }: PracticeLedger['booksSeal']): boolean {
  if (!existsSync(file)) return false
  const ended = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  try {
    for (const line of ended) JSON.parse(open(line))
    return false
  } catch {
    return true
  }
}
