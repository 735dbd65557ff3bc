import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createWitness, settingsWitnessed } from '../../../../electron/main/audit-log/witness'
import { seenDetail } from '../../../../electron/main/hash-chain/checkpoint'
import { openHeads } from '../../../../electron/main/hash-chain/checkpoint-document'
import { createIntegrity, type Integrity } from '../../../../electron/main/hash-chain/integrity'
import { auditLogHandlers } from '../../../../electron/main/ipc/handlers/people'
import { openLedger } from '../../../../electron/main/ledger/open-ledger'
import { fillLedger } from '../../../support/filled-ledger'
import { createVirtualClock } from '../../../support/payments/clock'
import { ledgerKey } from '../../../support/payments/ledger'
import { listeningLog } from '../../../support/payments/log'
import { staffIn } from '../../../support/staff'
import { temporaryFolders } from '../../../support/temporary-folder'
import { createHeadsStore } from '../../../support/vaults'

const newFolder = temporaryFolders()
const minutes = 60_000
type Kind = 'practice' | 'production'

const fileOf = (kind: Kind) => `ledger-${kind}.db`

function ledgerIn(folder: string, kind: Kind, integrity?: Integrity) {
  const opening = openLedger({
    file: join(folder, fileOf(kind)),
    key: ledgerKey,
    chainBegins: signer => integrity?.begins(kind, signer),
  })
  if (!opening.ok) throw new Error(opening.detail)
  return opening
}

/** A run of a till whose audit log is the witness of its ledger. */
function start(folder: string, kind: Kind = 'production') {
  const clock = createVirtualClock()
  const { log } = listeningLog()
  const witness = createWitness(log)
  const integrity: Integrity = createIntegrity({
    heads: openHeads(createHeadsStore(folder), log),
    witness,
    clock,
    log,
    recordSeen: (store, changes) =>
      till.auditLog.write('change-seen', null, seenDetail(store, changes)),
    changed: () => undefined,
  })
  const till = staffIn(folder, { clock, watch: integrity })
  witness.use(till.auditLog)
  const opening = ledgerIn(folder, kind, integrity)
  integrity.opened(kind, opening.chain)
  let running = true
  const end = (close: () => void) => () => {
    if (running) close()
    running = false
  }
  /** As when the power goes: nothing is noted any more. */
  const cut = end(opening.close)
  const stop = end(() => {
    integrity.closing(kind)
    opening.close()
    till.stop()
  })
  onTestFinished(stop)
  const kinds = () => integrity.changes().map(change => change.kind)
  const actions = (action: string) =>
    till.auditLog.list({ before: null, limit: 500 }).filter(entry => entry.action === action)
  return {
    integrity,
    clock,
    ledger: opening.ledger,
    auditLog: till.auditLog,
    cut,
    stop,
    kinds,
    actions,
  }
}

/** What a run sold, and how it ended. */
async function sell(folder: string, sales: number, kind: Kind = 'production') {
  const run = start(folder, kind)
  await run.clock.pass(minutes)
  fillLedger(run.ledger, sales)
  run.stop()
}

/** Keeps the ledger and its note as they are now; the answer puts both back. */
function copied(folder: string): () => void {
  const older = newFolder()
  const files = [fileOf('production'), 'heads.json']
  for (const file of files) copyFileSync(join(folder, file), join(older, file))
  return () => {
    for (const file of files) copyFileSync(join(older, file), join(folder, file))
  }
}

describe('a ledger and its note of an older moment, put back together,', () => {
  it('are found at the start, told once, and stay on record', async () => {
    const folder = newFolder()
    await sell(folder, 8)
    const putBack = copied(folder)
    await sell(folder, 8)
    putBack()

    const run = start(folder)
    expect(run.kinds()).toEqual(['cut'])
    await run.clock.pass(minutes)
    expect(run.actions('change-seen')).toHaveLength(1)
    run.integrity.acknowledge(run.integrity.changes().map(({ id }) => id))
    run.stop()
    const next = start(folder)
    await next.clock.pass(minutes)
    expect(next.kinds()).toEqual([])
    expect(next.actions('change-seen')).toHaveLength(1)
  })

  it('are found where other sales were made in them meanwhile', async () => {
    const folder = newFolder()
    await sell(folder, 8)
    const putBack = copied(folder)
    await sell(folder, 3)
    putBack()
    const elsewhere = ledgerIn(folder, 'production')
    fillLedger(elsewhere.ledger, 12)
    elsewhere.close()
    expect(start(folder).kinds()).toEqual(['rewritten'])
  })

  it('are found after a kill, as far as ten minutes before it', async () => {
    const folder = newFolder()
    await sell(folder, 8)
    const putBack = copied(folder)
    const run = start(folder)
    fillLedger(run.ledger, 8)
    await run.clock.pass(10 * minutes)
    run.cut()
    putBack()
    expect(start(folder).kinds()).toEqual(['cut'])
  })

  it('are found after a kill that follows a cash-up', async () => {
    const folder = newFolder()
    await sell(folder, 8)
    const putBack = copied(folder)
    const run = start(folder)
    fillLedger(run.ledger, 8)
    run.integrity.cashedUp('production')
    run.cut()
    putBack()
    expect(start(folder).kinds()).toEqual(['cut'])
  })

  it('are found where both files are gone', async () => {
    const folder = newFolder()
    await sell(folder, 8)
    for (const file of [fileOf('production'), 'heads.json']) rmSync(join(folder, file))
    expect(start(folder).kinds()).toContain('cut')
  })
})

describe('no change is told', () => {
  it('of a ledger that goes on, also after a power cut', async () => {
    const folder = newFolder()
    for (let n = 0; n < 4; n++) {
      const run = start(folder)
      await run.clock.pass(11 * minutes)
      expect(run.kinds()).toEqual([])
      fillLedger(run.ledger, 2)
      run.cut()
    }
    expect(start(folder).kinds()).toEqual([])
  })

  it('of a ledger that follows one that was set aside', async () => {
    const folder = newFolder()
    await sell(folder, 8)
    const run = start(folder)
    run.stop()
    rmSync(join(folder, fileOf('production')))
    run.integrity.quarantine('production')
    const next = start(folder)
    await next.clock.pass(minutes)
    expect(next.kinds()).toEqual([])
    next.stop()
    expect(start(folder).kinds()).toEqual([])
  })

  it('of the ledger of a restored backup, whose audit log may be the newer one', async () => {
    const folder = newFolder()
    await sell(folder, 8)
    const putBack = copied(folder)
    const run = start(folder)
    fillLedger(run.ledger, 8)
    await run.clock.pass(minutes)
    run.integrity.closing('production')
    run.auditLog.write('restored', null, settingsWitnessed(3))
    run.cut()
    putBack()
    expect(start(folder).kinds()).toEqual([])
  })

  it('of Practice, which is deleted at will', async () => {
    const folder = newFolder()
    await sell(folder, 8, 'practice')
    for (const file of [fileOf('practice'), 'heads.json']) rmSync(join(folder, file))
    const run = start(folder, 'practice')
    expect(run.kinds()).toEqual([])
    expect(run.actions('witnessed')).toEqual([])
  })
})

describe('an entry of the audit log', () => {
  it('is not listed for the owner', async () => {
    const folder = newFolder()
    await sell(folder, 2)
    const { auditLog } = start(folder)
    auditLog.write('exported', null)
    const { list } = auditLogHandlers(auditLog)
    const listed = await list({ before: null })
    expect(listed.ok && listed.value.entries.map(({ action }) => action)).toEqual(['exported'])
  })

  it('is written behind the first screen, and then only when the head has moved', async () => {
    const run = start(newFolder())
    fillLedger(run.ledger, 2)
    expect(run.auditLog.exists()).toBe(false)
    await run.clock.pass(minutes)
    expect(run.actions('witnessed')).toHaveLength(1)
    await run.clock.pass(60 * minutes)
    expect(run.actions('witnessed')).toHaveLength(1)
    for (let n = 0; n < 20; n++) {
      fillLedger(run.ledger, 1)
      await run.clock.pass(minutes)
    }
    expect(run.actions('witnessed')).toHaveLength(3)
  })
})
