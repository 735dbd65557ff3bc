import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { seenDetail } from '../../../../electron/main/hash-chain/checkpoint'
import { openHeads } from '../../../../electron/main/hash-chain/checkpoint-document'
import { createIntegrity, type Integrity } from '../../../../electron/main/hash-chain/integrity'
import { openLedger } from '../../../../electron/main/ledger/open-ledger'
import { fillLedger } from '../../../support/filled-ledger'
import { createVirtualClock } from '../../../support/payments/clock'
import { ledgerKey } from '../../../support/payments/ledger'
import { listeningLog } from '../../../support/payments/log'
import { samples } from '../../../support/payments/sales'
import { staffIn } from '../../../support/staff'
import { replaceIn, tamper } from '../../../support/tampering'
import { temporaryFolders } from '../../../support/temporary-folder'
import { createHeadsStore } from '../../../support/vaults'
import { newWitness } from '../../../support/witness'

const newFolder = temporaryFolders()
const ledgerFile = (folder: string) => join(folder, 'ledger.db')
const headsFile = (folder: string) => join(folder, 'heads.json')
const minutes = 60_000

/** A run of the till on a folder, as far as its ledger is watched. */
function start(folder: string, { looks = true, key = ledgerKey, file = ledgerFile(folder) } = {}) {
  const clock = createVirtualClock()
  const recorded: { store: string; kinds: string[] }[] = []
  let told = 0
  const integrity: Integrity = createIntegrity({
    heads: openHeads(createHeadsStore(folder), listeningLog().log),
    witness: newWitness(),
    clock,
    log: listeningLog().log,
    recordSeen: (store, changes) =>
      recorded.push({ store, kinds: changes.map(({ kind }) => kind) }),
    changed: () => {
      told += 1
    },
  })
  const opening = openLedger({
    file,
    key,
    chainBegins: signer => integrity.begins('production', signer),
  })
  if (!opening.ok) throw new Error(opening.detail)
  if (looks) integrity.opened('production', opening.chain)
  let running = true
  /** As when the power goes: nothing is noted any more. */
  const cut = () => {
    if (running) opening.close()
    running = false
  }
  onTestFinished(cut)
  const stop = () => {
    if (running) integrity.closing('production')
    cut()
  }
  const kinds = () => integrity.changes().map(({ kind }) => kind)
  return { integrity, clock, recorded, ledger: opening.ledger, cut, stop, kinds, told: () => told }
}

/** A till that sold, and was closed. */
function used(sales = 8): string {
  const folder = newFolder()
  const run = start(folder)
  fillLedger(run.ledger, sales)
  run.stop()
  return folder
}

const cutOff = (folder: string, links: number) =>
  tamper(ledgerFile(folder), database => {
    const rows = database.all('SELECT sale, first, number FROM link ORDER BY number DESC LIMIT ?', [
      links,
    ])
    for (const { sale, first, number } of rows) {
      const key = Number(sale)
      database.run('DELETE FROM event WHERE sale = ? AND number >= ?', [key, first ?? 0])
      if (first === 1) {
        for (const table of ['request', 'taking'])
          database.run(`DELETE FROM ${table} WHERE sale = ?`, [key])
        database.run('DELETE FROM sale WHERE key = ?', [key])
      }
      database.run('DELETE FROM link WHERE number = ?', [number ?? 0])
    }
  })

describe('a ledger that nobody touched', () => {
  it('is no news: new, closed and opened again, and gone over as a whole', async () => {
    const folder = used()
    const run = start(folder)
    fillLedger(run.ledger, 3)
    await run.clock.pass(30 * minutes)
    expect(run.kinds()).toEqual([])
    expect(run.told()).toBe(0)
  })

  it('is no news after a power cut at any moment: the note lags behind, and never leads', async () => {
    const folder = newFolder()
    for (let n = 0; n < 5; n++) {
      const run = start(folder)
      expect(run.kinds()).toEqual([])
      fillLedger(run.ledger, 2)
      if (n === 2) await run.clock.pass(15 * minutes)
      fillLedger(run.ledger, 1)
      run.cut()
    }
    const run = start(folder)
    await run.clock.pass(minutes)
    expect(run.kinds()).toEqual([])
  })

  it('is no news after a power cut between the first note and the making of the tables', () => {
    const folder = newFolder()
    start(folder, { looks: false }).cut()
    // The note was written first, and the ledger is not there.
    rmSync(ledgerFile(folder))
    expect(start(folder).kinds()).toEqual([])
  })

  it('is no news after one between the making of the tables and the note of them', () => {
    const folder = newFolder()
    start(folder, { looks: false }).cut()
    expect(start(folder).kinds()).toEqual([])
  })
})

describe('a ledger that somebody cut short is seen at the start,', () => {
  it.each([1, 5, 14])('%i transactions off its end', links => {
    const folder = used()
    cutOff(folder, links)
    const run = start(folder)
    expect(run.kinds()).toEqual(['cut'])
    expect(run.integrity.changes()[0]).toMatchObject({ store: 'production' })
  })

  it('also where the till sold on before anybody looked', async () => {
    const folder = newFolder()
    const run = start(folder)
    fillLedger(run.ledger, 8)
    await run.clock.pass(11 * minutes)
    run.cut()
    cutOff(folder, 6)
    const heads = readFileSync(headsFile(folder))
    const meanwhile = start(folder)
    fillLedger(meanwhile.ledger, 8)
    meanwhile.stop()
    writeFileSync(headsFile(folder), heads)
    expect(start(folder).kinds()).toEqual(['rewritten'])
  })

  it('or deleted', () => {
    const folder = used()
    rmSync(ledgerFile(folder))
    expect(start(folder).kinds()).toEqual(['cut'])
  })

  it('or put back as it was earlier', () => {
    const folder = used()
    copyFileSync(ledgerFile(folder), join(folder, 'kept'))
    const run = start(folder)
    fillLedger(run.ledger, 2)
    run.stop()
    copyFileSync(join(folder, 'kept'), ledgerFile(folder))
    expect(start(folder).kinds()).toEqual(['cut'])
  })

  it('but not one that was set aside, which is in the audit log', () => {
    const folder = used()
    const run = start(folder)
    run.stop()
    run.integrity.quarantine('production')
    rmSync(ledgerFile(folder))
    expect(start(folder).kinds()).toEqual([])
  })
})

describe('the note of where a ledger ended', () => {
  it('that is gone is news', () => {
    const folder = used()
    rmSync(headsFile(folder))
    expect(start(folder).kinds()).toEqual(['note'])
    expect(start(used()).kinds()).toEqual([])
  })

  it('that somebody wrote without the key is news', () => {
    const folder = used()
    cutOff(folder, 4)
    const text = readFileSync(headsFile(folder), 'utf8')
    writeFileSync(headsFile(folder), text.replace(/"number":\s*\d+/, '"number": 1'))
    expect(start(folder).kinds()).toEqual(['note'])
  })
})

describe('a change', () => {
  const edited = (sales?: number) => {
    const folder = used(sales)
    tamper(ledgerFile(folder), database =>
      replaceIn(database, 'event', 'number = 1', ['TZS', 'USD']),
    )
    return folder
  }

  it('within the ledger is found while the shop sells, put in the audit log once, and stays over a restart', async () => {
    const folder = edited(2)
    const first = start(folder)
    expect(first.kinds()).toEqual([])
    await first.clock.pass(minutes)
    expect(first.kinds()).toEqual(['changed', 'row', 'changed', 'row'])
    expect(first.recorded).toEqual([{ store: 'production', kinds: first.kinds() }])
    first.stop()
    const next = start(folder)
    expect(next.kinds()).toHaveLength(4)
    await next.clock.pass(minutes)
    expect(next.kinds()).toHaveLength(4)
    expect(next.recorded).toEqual([])
  })

  /** Its first sale was checked with all that was there; its second was written after that. */
  async function checkedThenEdited() {
    const folder = newFolder()
    const run = start(folder)
    const [early] = fillLedger(run.ledger, 1)
    await run.clock.pass(11 * minutes)
    const [late] = fillLedger(run.ledger, 1)
    run.stop()
    tamper(ledgerFile(folder), database => database.run('UPDATE sale SET is_open = 1 - is_open'))
    return { run: start(folder), ids: [early?.id, late?.id] }
  }
  const saleIds = ({ integrity }: Pick<ReturnType<typeof start>, 'integrity'>) =>
    integrity.changes().map(({ saleId }) => saleId)

  it('of what was checked before is not found at a start, one of what came later is', async () => {
    const { run, ids } = await checkedThenEdited()
    await run.clock.pass(11 * minutes)
    expect(saleIds(run)).toEqual([ids[1]])
  })

  it('of what was checked before is found by the check of all after a cash-up', async () => {
    const { run, ids } = await checkedThenEdited()
    run.integrity.cashedUp('production')
    await run.clock.pass(minutes)
    expect(new Set(saleIds(run))).toEqual(new Set(ids))
  })

  it('of what was checked before is found by the check that a person asks for', async () => {
    const { run, ids } = await checkedThenEdited()
    await run.clock.pass(11 * minutes)
    expect(saleIds(run)).toEqual([ids[1]])
    run.integrity.checkWhole()
    await run.clock.pass(1_000)
    expect(new Set(saleIds(run))).toEqual(new Set(ids))
    expect(run.integrity.wholeCheck().status).toMatchObject({ name: 'done', changes: 2 })
  })

  it('of what was checked before is found by the check of all after a month', async () => {
    const { run, ids } = await checkedThenEdited()
    await run.clock.pass(31 * 24 * 60 * minutes)
    expect(new Set(saleIds(run))).toEqual(new Set(ids))
  })

  it('that was acknowledged is not told again, but a second one of the same entry is', async () => {
    const folder = edited(2)
    const first = start(folder)
    await first.clock.pass(minutes)
    first.integrity.acknowledge(first.integrity.changes().map(({ id }) => id))
    expect(first.kinds()).toEqual([])
    first.stop()
    const next = start(folder)
    await next.clock.pass(minutes)
    expect(next.kinds()).toEqual([])
    next.stop()
    tamper(ledgerFile(folder), database =>
      replaceIn(database, 'event', 'number = 1', ['USD', 'KES']),
    )
    const again = start(folder)
    again.integrity.cashedUp('production')
    await again.clock.pass(minutes)
    expect(new Set(again.kinds())).toEqual(new Set(['changed']))
  })

  it('does not stop the selling', async () => {
    const run = start(edited(2))
    await run.clock.pass(minutes)
    const [sale] = fillLedger(run.ledger, 1)
    expect(run.ledger.append(sale?.id ?? '', samples['attempt-started']).phase).toBe('sending')
  })

  it('is counted by the next closing, and by no other once it was acknowledged', async () => {
    const run = start(edited(2))
    const { integrity } = run
    const check = async () => {
      const checked = integrity.checkForCashUp('production')
      await run.clock.pass(10)
      return checked
    }
    const counted = await check()
    expect(counted).toMatchObject({ changes: 4, links: expect.any(Number) })
    expect(counted?.seal).toMatch(/^[0-9a-f]{16}$/)
    integrity.cashedUp('production')
    expect(await check()).toMatchObject({ changes: 4 })
    integrity.acknowledge(integrity.changes().map(({ id }) => id))
    expect(await check()).toMatchObject({ changes: 4 })
    integrity.cashedUp('production')
    expect(await check()).toMatchObject({ changes: 0 })
  })

  it('cannot be told where the ledger is not open: then the closing says that nobody looked', async () => {
    const run = start(used(2))
    run.stop()
    expect(await run.integrity.checkForCashUp('production')).toBeNull()
  })
})

describe('the check of all that a person asks for', () => {
  it('says how far it is, and that nothing was changed, with the time', async () => {
    const run = start(used(400))
    expect(run.integrity.wholeCheck().status).toEqual({ name: 'none' })
    run.integrity.checkWhole()
    expect(run.integrity.wholeCheck().status).toEqual({ name: 'running', percent: 0 })
    const percents = new Set<number>()
    for (let n = 0; n < 200; n++) {
      await run.clock.pass(10)
      const { status } = run.integrity.wholeCheck()
      if (status.name === 'running') percents.add(status.percent)
    }
    const now = run.clock.wall()
    const { wholeAt, status } = run.integrity.wholeCheck()
    expect(status).toMatchObject({ name: 'done', changes: 0 })
    expect(now - (wholeAt ?? 0)).toBeLessThan(2_000)
    expect(percents.size).toBeGreaterThan(0)
    expect(run.told()).toBeGreaterThan(1)
    expect(run.kinds()).toEqual([])
  })

  it('joins one that runs: a second press begins no other', async () => {
    const run = start(used(400))
    run.integrity.cashedUp('production')
    await run.clock.pass(20)
    run.integrity.checkWhole()
    run.integrity.checkWhole()
    await run.clock.pass(minutes)
    expect(run.integrity.wholeCheck().status).toMatchObject({ name: 'done', changes: 0 })
  })

  it('is unfinished where the ledger is closed meanwhile, and where none is open', async () => {
    const run = start(used(400))
    run.integrity.checkWhole()
    await run.clock.pass(10)
    run.stop()
    await run.clock.pass(1_000)
    expect(run.integrity.wholeCheck()).toEqual({ wholeAt: null, status: { name: 'unfinished' } })
    run.integrity.checkWhole()
    await run.clock.pass(1_000)
    expect(run.integrity.wholeCheck().status).toEqual({ name: 'unfinished' })
  })

  it('is unfinished where the disk failed', async () => {
    const run = start(used(8))
    run.cut()
    run.integrity.checkWhole()
    await run.clock.pass(1_000)
    expect(run.integrity.wholeCheck().status).toEqual({ name: 'unfinished' })
  })

  it('says nothing of a store that was opened later, but keeps the time of the last one', async () => {
    const folder = used()
    const first = start(folder)
    first.integrity.checkWhole()
    await first.clock.pass(1_000)
    const { wholeAt } = first.integrity.wholeCheck()
    first.stop()
    const { integrity } = start(folder)
    expect(integrity.wholeCheck()).toEqual({ wholeAt, status: { name: 'none' } })
  })
})

describe('the audit log', () => {
  function watched(folder: string) {
    const clock = createVirtualClock()
    const integrity = createIntegrity({
      heads: openHeads(createHeadsStore(folder), listeningLog().log),
      witness: newWitness(),
      clock,
      log: listeningLog().log,
      recordSeen: (store, changes) =>
        till.auditLog.write('change-seen', null, seenDetail(store, changes)),
      changed: () => undefined,
    })
    const till = staffIn(folder, { clock, watch: integrity })
    onTestFinished(till.stop)
    return { ...till, clock, integrity }
  }

  it('that was emptied is seen at its next use, and the new one says so', async () => {
    const folder = newFolder()
    const first = watched(folder)
    for (let n = 0; n < 5; n++) first.auditLog.write('exported', null, { n })
    first.stop()
    expect(watched(folder).auditLog.list({ before: null, limit: 9 })).toHaveLength(5)
    rmSync(join(folder, 'audit-log.db'))
    writeFileSync(join(folder, 'audit-log.db'), '')
    const next = watched(folder)
    next.auditLog.write('exported', null, {})
    await next.clock.pass(1_000)
    expect(next.integrity.changes()).toMatchObject([{ store: 'auditLog', kind: 'cut', number: 0 }])
    expect(next.auditLog.list({ before: null, limit: 9 }).map(({ action }) => action)).toEqual([
      'change-seen',
      'exported',
    ])
  })

  it('that nobody touched is no news, over restarts and a power cut', async () => {
    const folder = newFolder()
    for (let n = 0; n < 3; n++) {
      const run = watched(folder)
      run.auditLog.write('exported', null, { n })
      await run.clock.pass(11 * minutes)
      run.auditLog.write('exported', null, { n })
      expect(run.integrity.changes()).toEqual([])
      if (n !== 1) run.stop()
    }
  })
})

describe('a store that went on with another key', () => {
  it('is no news, nor is the one before when it comes back', () => {
    const folder = newFolder()
    const other = { key: Buffer.alloc(32, 8), file: join(folder, 'other.db') }
    const first = start(folder)
    fillLedger(first.ledger, 2)
    first.stop()
    const second = start(folder, other)
    fillLedger(second.ledger, 1)
    second.stop()
    const again = start(folder, other)
    expect(again.kinds()).toEqual([])
    again.stop()
    expect(start(folder).kinds()).toEqual([])
  })
})
