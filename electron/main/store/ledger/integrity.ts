import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ConnectionKind } from '../../../../shared/connection'
import type {
  ChainedStoreName,
  Change,
  LedgerCheck,
  SeenChange,
  WholeCheck,
} from '../../../../shared/integrity'
import type { Clock } from '../../platform/clock'
import { inSlices } from '../../platform/in-slices'
import type { Log } from '../../platform/log'
import type { ChainEnd } from '../till-document'
import type { TillStore } from '../till-store'
import { type LedgerChain, mostChanges } from './hash-chain/ledger-chain'

interface OpenLedger {
  chain: LedgerChain
  /** It ends before its saved end, or otherwise: no end is saved until a person has acknowledged it. */
  isOlder: boolean
  cancel: () => void
}

/** How soon after its opening, and then how often, it is saved where a ledger ends, ms. */
const firstEnd = 5_000
const endEvery = 10 * 60_000
/** Between two steps of a check in the background, ms: the till has other things to do. */
const rest = 5
/** The screens show the progress after every so many steps. */
const stepsToTell = 100

/**
 * Finds ledgers that are damaged or older than the till knows, and lists it until a person has acknowledged it.
 * The end of each is compared when it is opened; links are checked at each cash-up and when a person asks. None
 * of it stops a sale, and nothing repairs a record.
 */
export class Integrity {
  readonly #open = new Map<ConnectionKind, OpenLedger>()
  readonly #found = new Map<string, SeenChange>()
  #whole: WholeCheck = { wholeAt: null, status: { name: 'none' } }

  constructor(
    private readonly deps: {
      store: TillStore
      clock: Clock
      log: Log
      /** The list of changes is another, or the check that a person asked for went on. */
      changed: () => void
    },
  ) {
    deps.store.onGeneration(generation => {
      for (const [kind, { chain }] of this.#open) this.#see(kind, chain, generation)
    })
  }

  /**
   * Whether the till's file is no older than the one that this ledger was open with: where it is, the store
   * has closed it, or has gone on from a copy of it.
   */
  admits(kind: ConnectionKind, chain: LedgerChain): boolean {
    const { store } = this.deps
    // Practice has no secret of the till to go by.
    if (kind === 'practice') return true
    return !store.foundOlder(this.#careful(() => chain.seenGeneration()) ?? 0)
  }

  opened(kind: ConnectionKind, chain: LedgerChain): void {
    const { store } = this.deps
    this.closing(kind)
    this.#whole = { ...this.#whole, status: { name: 'none' } }
    const each: OpenLedger = { chain, isOlder: false, cancel: () => undefined }
    this.#open.set(kind, each)
    // Practice holds no money and is deleted at will.
    if (kind === 'practice') return
    this.#careful(() => {
      const found = againstEnd(store.document().ends[kind], chain)
      each.isOlder = found.length > 0
      this.#raise(kind, found)
    })
    this.#see(kind, chain, store.generation())
    this.#saveEndLater(kind, each, firstEnd)
  }

  /** Before the ledger is closed. */
  closing(kind: ConnectionKind): void {
    const each = this.#open.get(kind)
    if (!each) return
    each.cancel()
    this.#saveEnd(kind, each)
    this.#open.delete(kind)
  }

  /** Its file was set aside, which the audit log has: a new one begins. */
  quarantine(kind: ConnectionKind): void {
    this.#careful(() =>
      this.deps.store.commitUncounted(({ ends: { [kind]: _gone, ...ends } }) => ({ ends })),
    )
  }

  /** Changes not yet acknowledged, of this run. */
  changes(): readonly SeenChange[] {
    return [...this.#found.values()]
  }

  /** Throws StoreFailed. */
  acknowledge(ids: readonly string[]): void {
    const gone = this.changes().filter(({ id }) => ids.includes(id))
    this.deps.store.commitUncounted(({ acknowledged }) => ({
      acknowledged: [...acknowledged, ...gone.map(({ id }) => id)].slice(-500),
    }))
    for (const change of gone) {
      const { id, store } = change
      this.#found.delete(id)
      const each = store === 'auditLog' || !isOfEnd(change) ? null : this.#open.get(store)
      if (store === 'auditLog' || !each) continue
      each.isOlder = false
      this.#saveEnd(store, each)
    }
    this.deps.changed()
  }

  /** Checks what came since the last cash-up; for the closing that is about to be made. */
  async checkForCashUp(kind: ConnectionKind): Promise<LedgerCheck> {
    try {
      const each = this.#open.get(kind)
      if (!each) return null
      const wanted = () => this.#open.get(kind) === each
      const ledger = await inSlices(each.chain.check('period'), wanted)
      const auditLog = await inSlices(this.#auditLogCheck(), wanted)
      if (!ledger || !auditLog) return null
      this.#raise(kind, ledger)
      this.#raise('auditLog', auditLog)
      const { number, value } = each.chain.head()
      const changes = ledger.length + auditLog.length + this.changes().filter(isOfEnd).length
      return { changes, links: number, seal: value.toString('hex', 0, 8) }
    } catch (error) {
      this.deps.log.error('integrity-failed', { error })
      return null
    }
  }

  /** The cash-up is made: saves where its chain ends, copies the till's file, and checks all in the background. */
  cashedUp(kind: ConnectionKind): void {
    const each = this.#open.get(kind)
    if (each) this.#saveEnd(kind, each)
    this.#careful(() => this.deps.store.copy())
    this.checkWhole()
  }

  /** Checks all of the open stores in the background. Joins a check that runs. */
  checkWhole(): void {
    const [kind, each] = [...this.#open][0] ?? []
    if (!kind || !each || this.#whole.status.name === 'running') return
    const { clock } = this.deps
    const links = Math.max(1, each.chain.head().number)
    const work = this.#checkBoth(kind, each)
    let steps = 0
    const step = () => {
      const done = this.#open.get(kind) === each ? this.#careful(() => work.next()) : null
      if (done && !done.done) {
        const percent = Math.min(99, Math.floor((done.value / links) * 100))
        this.#tell({ name: 'running', percent }, steps++ % stepsToTell === 0)
        clock.after(rest, step)
      } else if (done?.done) {
        this.#whole.wholeAt = clock.wall()
        this.#tell({ name: 'done', at: this.#whole.wholeAt, changes: done.value }, true)
      } else this.#tell({ name: 'unfinished' }, true)
    }
    this.#tell({ name: 'running', percent: 0 }, true)
    clock.after(rest, step)
  }

  /** How that goes, and when all was checked before in this run. */
  wholeCheck(): WholeCheck {
    return this.#whole
  }

  #tell(status: WholeCheck['status'], isDue: boolean): void {
    this.#whole = { ...this.#whole, status }
    if (isDue) this.deps.changed()
  }

  *#checkBoth(kind: ConnectionKind, { chain }: OpenLedger): Generator<number, number> {
    const ledger = yield* chain.check('whole')
    this.#raise(kind, ledger)
    const auditLog = yield* this.#auditLogCheck()
    this.#raise('auditLog', auditLog)
    return ledger.length + auditLog.length
  }

  *#auditLogCheck(): Generator<number, readonly Change[]> {
    const { store } = this.deps
    const database = store.database()
    if (!database) return []
    const found = yield* database.checkAuditLog()
    const { auditLog } = store.document().ends
    return [...found, ...againstEnd(auditLog, database)].slice(0, mostChanges)
  }

  #saveEndLater(kind: ConnectionKind, each: OpenLedger, delay: number): void {
    each.cancel = this.deps.clock.after(delay, () => {
      this.#saveEnd(kind, each)
      this.#saveEndLater(kind, each, endEvery)
    })
  }

  /** What is on the disk, never what is still being written: a saved end may lag behind its ledger, not lead. */
  #saveEnd(kind: ConnectionKind, { chain, isOlder }: OpenLedger): void {
    if (isOlder || kind === 'practice') return
    this.#careful(() => {
      if (!chain.isOnDisk()) return
      const { number, value } = chain.head()
      const end = { number, value: value.toString('hex') }
      const { store } = this.deps
      if (!isDeepStrictEqual(store.document().ends[kind], end))
        store.commitUncounted(({ ends }) => ({ ends: { ...ends, [kind]: end } }))
    })
  }

  #see(kind: ConnectionKind, chain: LedgerChain, generation: number): void {
    if (kind === 'practice') return
    this.#careful(() => {
      if (chain.seenGeneration() < generation) chain.seeGeneration(generation)
    })
  }

  #raise(store: ChainedStoreName, changes: readonly Change[]): void {
    const { clock, log, store: till, changed } = this.deps
    const { acknowledged } = till.document()
    const seenAt = clock.wall()
    const news = changes
      .map(change => ({ ...change, store, id: idOf(store, change), seenAt }))
      .filter(({ id }) => !this.#found.has(id) && !acknowledged.includes(id))
      .slice(0, Math.max(0, mostChanges - this.#found.size))
    const [first] = news
    if (!first) return
    for (const change of news) this.#found.set(change.id, change)
    log.error('store-changed', { name: store, reason: first.kind })
    const { kind, number, saleId } = first
    const detail = { store, changes: news.length, kind, number, saleId }
    // Later: what opened the ledger is not done with it yet.
    clock.after(0, () => {
      till.recordIfPossible('change-seen', null, detail)
      changed()
    })
  }

  /** Nothing of this may stop a sale: null where it failed. */
  #careful<Value>(work: () => Value): Value | null {
    try {
      return work()
    } catch (error) {
      this.deps.log.error('integrity-failed', { error })
      return null
    }
  }
}

/** The file is an older one, or another. */
function isOfEnd({ kind }: Change): boolean {
  return kind === 'cut' || kind === 'rewritten'
}

/** The saved end lags behind after a crash, and that is no change; a chain that is behind its saved end is. Pure. */
export function againstEnd(
  end: ChainEnd | undefined,
  chain: Pick<LedgerChain, 'head' | 'valueAt'>,
): Change[] {
  if (!end || end.number === 0) return []
  const { number } = chain.head()
  const said = { saleId: '', trace: end.value.slice(0, 16) }
  if (number < end.number) return [{ ...said, kind: 'cut', number }]
  const value = chain.valueAt(end.number)?.toString('hex')
  return value === end.value ? [] : [{ ...said, kind: 'rewritten', number: end.number }]
}

function idOf(store: ChainedStoreName, { kind, saleId, number, trace }: Change): string {
  const text = JSON.stringify([store, kind, saleId, number, trace])
  const digits = createHash('sha256').update(text).digest('hex').slice(0, 16)
  // Letters alone: in an acknowledgement sixteen digits could be taken for a card's number.
  return digits.replace(/\d/g, digit => String.fromCharCode('g'.charCodeAt(0) + Number(digit)))
}
