import type { FindingKind } from '../proof/finding'
import type { DiskFault } from './strace'

/** A fault built into a copy of the till: texts of one file, replaced while it is bundled. */
export interface Plant {
  name: string
  /** Below the project's folder. */
  file: string
  changes: readonly { find: string; replace: string }[]
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
        find: 'new Libsql(file,',
        replace: "new Libsql(file.endsWith('.key-check') ? file : file + '.' + process.pid,",
      },
    ],
    foundAs: ['lost', 'forgotten', 'sent before written'],
  },
  {
    name: 'a new key for each attempt',
    file: 'electron/main/payments/sending/attempts.ts',
    changes: [
      {
        find: 'idempotencyKey: sale.idempotencyKey,',
        replace: 'idempotencyKey: crypto.randomUUID(),',
      },
    ],
    foundAs: ['executed twice', 'sent before written'],
  },
  {
    name: 'other bytes at each attempt',
    file: 'electron/main/payments/sending/attempts.ts',
    changes: [
      {
        find: 'body: ledger.request(sale.id).body,',
        replace:
          "body: ledger.request(sale.id).body.replace('{', '{' + ' '.repeat(sale.attempts)),",
      },
    ],
    foundAs: ['body changed'],
  },
  {
    name: 'sent first, recorded a moment later',
    file: 'electron/main/payments/engine.ts',
    changes: [
      {
        find: 'const charging = createCharging({\n    ledger,',
        replace: `const charging = createCharging({
    ledger: {
      ...ledger,
      record(id, event, request) {
        const sent = { idempotencyKey: event.idempotencyKey, body: request.body }
        if (event.channel === 'card') client.createCardPayment(sent)
        else client.createMobilePayment(sent)
        setTimeout(() => { try { ledger.record(id, event, request); sendQueue.consider(id) } catch {} }, 15)
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
      { find: "watched(() => engine.execute('BEGIN IMMEDIATE'))", replace: '' },
      { find: "engine.execute('COMMIT')", replace: '' },
      { find: 'if (!inside || engine.inTransaction()) return', replace: 'if (inside) return' },
    ],
    foundAs: ['event without row', 'row without events', 'row not equal to its events'],
    at: 'KILL',
  },
  {
    name: 'a failed commit taken for done',
    file: 'electron/main/store/database/database.ts',
    changes: [{ find: '      suspect(databaseFailure(error))\n      throw error', replace: '' }],
    foundAs: ['lost', 'forgotten', 'sent before written'],
    at: 'ENOSPC',
  },
  {
    name: 'told before it is committed',
    file: 'electron/main/store/ledger/ledger.ts',
    changes: [
      {
        find: "import type { Database } from '../database'",
        replace:
          "import { beginSale } from '../../../shared/payment/sale-reducer'\nimport type { Database } from '../database'",
      },
      {
        find: '      const sale = writer.record(',
        replace: '      committed(beginSale(id, event), null)\n      const sale = writer.record(',
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
        find: 'apply(saleId, answer.value, facts.by)',
        replace:
          "apply(saleId, { ...answer.value, facts: { ...answer.value.facts, words: [{ word: 'completed', of: 'payment' }] } }, facts.by)",
      },
    ],
    foundAs: ['falsely paid'],
  },
  {
    name: 'open sales not taken up',
    file: 'electron/main/payments/open-sales.ts',
    changes: [{ find: 'for (const sale of ledger.open()) takeUp(sale)', replace: '' }],
    foundAs: ['not taken up'],
  },
]
