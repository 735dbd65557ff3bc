import { type Bundle, bundle, type SourceChange } from '../support/bundle'
import { createSeededRandom } from '../support/seeded-random'
import { type DiskFault, runDiskFaults } from './disk-faults'
import { type Figures, type FindingKind, killCount } from './figures'
import { runKillLoop } from './kill-loop'
import { nodeTill } from './node-till'

/** A fault built into a copy of the till: texts of one file, replaced while it is bundled. */
export interface Plant {
  name: string
  /** Below the project's folder. */
  file: string
  changes: readonly Omit<SourceChange, 'file'>[]
  /** As what the loop finds it; one of these is enough. */
  foundAs: readonly FindingKind[]
  /** Disk faults with such an effect find it, where random kills seldom would. */
  at?: DiskFault['effect']
}

/** Faults that the kill loop must catch. Each is in a mutated bundle only, never in the app. */
export const plants: readonly Plant[] = [
  {
    // One in memory alone never sells: the till asserts its journal mode, and blocks.
    name: 'the ledger is in a file that does not last',
    file: 'electron/main/store/database/engine.ts',
    changes: [
      {
        from: 'new Libsql(file,',
        to: "new Libsql(file.endsWith('.key-check') ? file : file + '.' + process.pid,",
      },
    ],
    foundAs: ['lost', 'forgotten', 'sent before written'],
  },
  {
    name: 'a new key for each attempt',
    file: 'electron/main/payments/sending/send-queue.ts',
    changes: [
      {
        from: 'idempotencyKey: payment.idempotencyKey,',
        to: 'idempotencyKey: crypto.randomUUID(),',
      },
    ],
    foundAs: ['executed twice', 'sent before written'],
  },
  {
    name: 'other bytes at each attempt',
    file: 'electron/main/payments/sending/send-queue.ts',
    changes: [
      {
        from: 'body: ledger.request(payment.id).body,',
        to: "body: ledger.request(payment.id).body.replace('{', '{' + ' '.repeat(payment.attempts)),",
      },
    ],
    foundAs: ['body changed'],
  },
  {
    name: 'sent first, recorded a moment later',
    file: 'electron/main/payments/engine.ts',
    changes: [
      {
        from: 'new SendQueue({\n      ...shared,',
        to: `new SendQueue({ ...shared,
    ledger: {
      find: id => ledger.find(id),
      ofReference: reference => ledger.ofReference(reference),
      append: (...news) => ledger.append(...news),
      appendToAll: (...news) => ledger.appendToAll(...news),
      request: id => ledger.request(id),
      record(id, event, request) {
        const sent = { idempotencyKey: event.idempotencyKey, body: request.body }
        if (event.channel === 'card') client.createCardPayment(sent)
        else client.createMobilePayment(sent)
        setTimeout(() => { try { ledger.record(id, event, request); this.sendQueue.consider(id) } catch {} }, 15)
        throw new Error('planted')
      },
    },`,
      },
    ],
    foundAs: ['sent before written'],
  },
  {
    name: 'no transaction round a commit',
    file: 'electron/main/store/database/database.ts',
    changes: [
      { from: "this.#watched(() => this.#engine.execute('BEGIN IMMEDIATE'))", to: '' },
      { from: "this.#engine.execute('COMMIT')", to: '' },
      {
        from: 'if (!this.#inside || this.#engine.inTransaction()) return',
        to: 'if (this.#inside) return',
      },
    ],
    foundAs: ['event without row', 'row without events', 'row not equal to its events'],
    at: 'KILL',
  },
  {
    name: 'a failed commit taken for done',
    file: 'electron/main/store/database/database.ts',
    changes: [
      { from: '      this.#suspect ??= databaseFailure(error)\n      throw error', to: '' },
    ],
    foundAs: ['lost', 'forgotten', 'sent before written'],
    at: 'ENOSPC',
  },
  {
    name: 'told before it is committed',
    file: 'electron/main/store/ledger/ledger.ts',
    changes: [
      {
        from: "import type { Database } from '../database'",
        to: "import { beginSale } from '../../../shared/payment/reducer'\nimport type { Database } from '../database'",
      },
      {
        from: '    const payment = this.#writer.record(',
        to: '    this.#committed(beginPayment(id, event), null)\n    const payment = this.#writer.record(',
      },
    ],
    foundAs: ['forgotten'],
    at: 'KILL',
  },
  {
    name: 'the envelope of an answer taken for paid',
    file: 'electron/main/payments/polling/status-reader.ts',
    changes: [
      {
        from: 'this.apply(paymentId, answer.value, facts.by)',
        to: "this.apply(paymentId, { ...answer.value, facts: { ...answer.value.facts, words: ['completed'], mentions: [] } }, facts.by)",
      },
    ],
    foundAs: ['falsely paid'],
  },
  {
    name: 'open payments not taken up',
    file: 'electron/main/payments/open-payments.ts',
    changes: [{ from: 'ledger.open().filter(isOpen)', to: 'ledger.open().filter(() => false)' }],
    foundAs: ['not taken up'],
  },
]

const entries = {
  till: 'tests/kills/till-child.ts',
  // What the till has a ledger examined by.
  worker: 'electron/main/backup/worker/worker.ts',
}

/** Bundles the till's child process, with a fault planted or none. */
export function bundleTill(plant: Plant | null = null): Promise<Bundle> {
  const { file = '', changes = [] } = plant ?? {}
  return bundle(
    entries,
    changes.map(change => ({ file, ...change })),
  )
}

/** Whether a planted fault was found, as what, and how many kills it took. */
export interface Caught {
  as: string[]
  kills: number
}

const killsAtOnce = 8

/** Kills tills with a planted fault until it is found, or `most` kills are over. */
export async function catchPlant(plant: Plant, seed: number, most: number): Promise<Caught> {
  const bundle = await bundleTill(plant)
  const seeded = createSeededRandom(seed)
  let kills = 0
  try {
    while (kills < most) {
      const figures = await killSome(plant, bundle, seeded.seed())
      kills += killCount(figures)
      const as = [...new Set(figures.findings.map(finding => finding.kind))]
      if (as.some(found => plant.foundAs.includes(found))) return { as, kills }
    }
    return { as: [], kills }
  } finally {
    bundle.remove()
  }
}

function killSome({ at }: Plant, bundle: Bundle, seed: number): Promise<Figures> {
  const common = { seed, lanes: 1 }
  if (at)
    return runDiskFaults({
      ...common,
      bundle: bundle.file('till'),
      sample: killsAtOnce,
      effects: [at],
    })
  // What is not at rest after a few seconds never will be: the fault is in there to be found.
  return runKillLoop(
    { ...nodeTill(bundle.file('till')), restMs: 4_000 },
    { ...common, kills: killsAtOnce },
  )
}
