import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createWithEngine } from '../../../../electron/main/connections/with-engine'
import { systemRandom } from '../../../../electron/main/platform/random'
import type { SalesEngine } from '../../../../electron/main/sales/sales-engine'
import { checkWebhookAddress } from '../../../../electron/main/service'
import type { FollowedLedger } from '../../../../electron/main/shop/session-slot'
import { openDatabase } from '../../../../electron/main/store/database'
import { openLedger } from '../../../../electron/main/store/ledger/open-ledger'
import { LedgerDamaged } from '../../../../electron/main/store/ledger/rows/codec'
import type { LedgerAndKey } from '../../../../electron/main/store/recovery/ledger-files'
import { failure, success } from '../../../../shared/ipc/result'
import { type ManagerOptions, managerIn } from '../../../support/manager-in-folder'
import { noShop } from '../../../support/parts'
import { morning } from '../../../support/payments/clock'
import { cardDraft, recorded } from '../../../support/payments/payments'
import { startPracticeService } from '../../../support/practice/start'
import { PASSPHRASE, passphraseStore, saveKeys, settingsOn, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** A till over a folder of its own, which was opened. */
async function opened(setting: Partial<ManagerOptions> = {}) {
  const over = managerIn({ folder: newFolder(), ...setting })
  await over.connections.reopen()
  return over
}

const copiesIn = (folder: string) =>
  readdirSync(folder).filter(name => name.startsWith('till.copy'))
const ledgerFile = (folder: string) => join(folder, 'ledger-practice.db')

/** A folder in which practice has sold once. */
async function usedFolder(): Promise<string> {
  const { folder, sell, close } = await opened()
  sell()
  await close()
  return folder
}

async function stageOf(setting: Partial<ManagerOptions>) {
  const { connections } = await opened(setting)
  if (connections.stage().name !== 'selling') expect(connections.engine()).toBeNull()
  return connections.stage()
}

describe('the stages of a till', () => {
  it('first run: nothing was chosen, and no file is made', async () => {
    const folder = newFolder()
    expect(await stageOf({ folder, active: null })).toEqual({ name: 'first-run' })
    expect(existsSync(ledgerFile(folder))).toBe(false)
  })

  it('practice: is shut until it is opened, then sells, and asks for nothing', async () => {
    const { connections, folder, sell, announced: told } = managerIn({ folder: newFolder() })
    expect(connections.engine()).toBeNull()
    await connections.reopen()
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(connections.engine()?.kind).toBe('practice')
    const id = sell('0754001212')
    await expect.poll(() => told.at(-1)?.phase, { timeout: 15_000 }).toBe('settled')
    expect(told.at(-1)).toMatchObject({ id, outcome: 'paid' })
    expect(existsSync(ledgerFile(folder))).toBe(true)
  })

  it('has an id of its own, made once and kept', async () => {
    const folder = newFolder()
    const first = managerIn({ folder })
    expect(first.settings.get().tillId).toBe('')
    await first.connections.reopen()
    const { tillId } = first.settings.get()
    expect(tillId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    await first.connections.reopen()
    await first.close()
    const again = await opened({ folder })
    expect(again.settings.get().tillId).toBe(tillId)
  })

  it('practice: card payments give a webhook address that the rule allows, with till and payment', async () => {
    const { connections, settings } = await opened()
    const engine = connections.engine()
    const sold = await engine?.presses.request(cardDraft())
    const payment = sold?.ok ? sold.value.id : ''
    const body = engine?.ledger.request(payment).body ?? ''
    const url = new URL(JSON.parse(body).webhook_url)
    expect(checkWebhookAddress(url.href)).toMatchObject({ ok: true })
    const till = settings.get().tillId
    expect(Object.fromEntries(url.searchParams)).toEqual({ till, payment })
  })

  it('goes on selling where a window cannot be informed: no write has failed', async () => {
    const { connections, sell, lines } = await opened({ listenerFails: true })
    const id = sell()
    expect(connections.engine()?.ledger.find(id)?.phase).toBe('sending')
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(JSON.stringify(lines)).toContain('commit-listener-failed')
  })

  it('not connected: no keys yet, or an address that is none', async () => {
    expect(await stageOf({ active: 'sandbox' })).toEqual({ name: 'not-connected', kind: 'sandbox' })
    const folder = newFolder()
    const store = await passphraseStore(folder)
    saveKeys(store)
    const over = managerIn({ folder, active: 'production', store })
    for (const address of ['', 'http://pay.example.com', 'nonsense']) {
      over.settings.update(all => ({ ...all, production: { ...all.production, address } }))
      await over.connections.reopen()
      expect(over.connections.stage()).toEqual({ name: 'not-connected', kind: 'production' })
    }
  })

  it('sells as the account of the keys that it sends, whatever the settings say by now', async () => {
    const folder = newFolder()
    const store = await passphraseStore(folder)
    saveKeys(store, 'sandbox')
    const { connections, settings } = managerIn({ folder, active: 'sandbox', store })
    const become = (account: string) =>
      settings.update(all => ({
        ...all,
        sandbox: { ...all.sandbox, address: 'https://pay.example', account },
      }))
    become('first')
    await connections.reopen()
    become('second')
    expect(connections.engine()?.account()).toBe('first')
    await connections.reopen()
    expect(connections.engine()?.account()).toBe('second')
  })

  it('locked until the passphrase is given', async () => {
    const folder = newFolder()
    const saved = await passphraseStore(folder)
    saveKeys(saved, 'sandbox')
    settingsOn(folder, saved).update(all => ({ ...all, active: 'sandbox' }))
    saved.stop()
    const store = storeIn(folder)
    const { connections } = await opened({ folder, store })
    expect(connections.stage()).toEqual({ name: 'locked' })
    expect(connections.engine()).toBeNull()
    await store.open(PASSPHRASE)
    await connections.reopen()
    expect(connections.stage()).toEqual({ name: 'selling' })
  })
})

describe('what blocks selling', () => {
  it('a practice service that does not start', async () => {
    const blocked = { name: 'blocked', reason: 'practice-failed' }
    expect(await stageOf({ practiceFails: true })).toMatchObject(blocked)
  })

  it('a ledger that its key does not open, or that is junk: it is left as it is', async () => {
    const folder = await usedFolder()
    const whole = readFileSync(ledgerFile(folder))
    for (const name of ['key.json', 'key.copy.json', 'till.db', ...copiesIn(folder)])
      rmSync(join(folder, name))
    renameSync(ledgerFile(folder), join(folder, 'away.db'))
    storeIn(folder).ledgerKey('practice')
    renameSync(join(folder, 'away.db'), ledgerFile(folder))
    expect(await stageOf({ folder })).toMatchObject({ reason: 'ledger-unreadable' })
    expect(readFileSync(ledgerFile(folder)).equals(whole)).toBe(true)
    writeFileSync(ledgerFile(folder), 'junk'.repeat(2_000))
    expect(await stageOf({ folder })).toMatchObject({ reason: 'ledger-unreadable' })
    expect(readFileSync(ledgerFile(folder), 'utf8')).toBe('junk'.repeat(2_000))
  })

  it('a ledger that a newer app has written', async () => {
    const folder = await usedFolder()
    const key = storeIn(folder).ledgerKey('practice')
    const database = openDatabase({ file: ledgerFile(folder), key })
    database.setUserVersion(99)
    database.close()
    const before = readFileSync(ledgerFile(folder))
    const blocked = { name: 'blocked', reason: 'ledger-newer', detail: 'version 99' }
    expect(await stageOf({ folder })).toEqual(blocked)
    expect(readFileSync(ledgerFile(folder)).equals(before)).toBe(true)
  })

  it('a damaged row, found at the start', async () => {
    const folder = await usedFolder()
    const key = storeIn(folder).ledgerKey('practice')
    const database = openDatabase({ file: ledgerFile(folder), key })
    database.run("UPDATE payment SET state = x'ff'")
    database.close()
    const blocked = { name: 'blocked', reason: 'ledger-unreadable' }
    expect(await stageOf({ folder })).toMatchObject(blocked)
  })
})

describe('a fault of the payment path', () => {
  const disk = Object.assign(new Error('disk'), { rawCode: 13 })

  it('stops selling at once, and the counter with it, and is the reason that is shown', async () => {
    const { connections, sell, lines } = await opened()
    const engine = connections.engine()
    const id = sell()
    connections.fault(disk)
    expect(connections.stage()).toEqual({ name: 'blocked', reason: 'storage-full', detail: 'full' })
    expect(connections.engine()).toBeNull()
    // What follows from it is not its reason.
    connections.fault(new Error('The database is suspect (full)'))
    expect(connections.stage()).toMatchObject({ reason: 'storage-full', detail: 'full' })
    await connections.close()
    expect(() => engine?.ledger.find(id)).toThrow()
    expect(lines.join()).toContain('payment-path-failed')
  })

  it.each([
    [new Error('something'), 'till-fault'],
    [new LedgerDamaged('a row'), 'ledger-unreadable'],
    [Object.assign(new Error('malformed'), { rawCode: 11 }), 'ledger-unreadable'],
    [Object.assign(new Error('disk'), { rawCode: 10 }), 'storage-failed'],
  ])('%s is told as %s', async (error, reason) => {
    const { connections } = await opened()
    connections.fault(error)
    expect(connections.stage()).toMatchObject({ name: 'blocked', reason })
  })

  it('writes down what was in flight; after it selling can begin again, with one counter', async () => {
    const { connections, sell } = await opened()
    const before = connections.engine()
    const id = sell()
    connections.fault(disk)
    const reopened = connections.reopen()
    expect(connections.engine()).toBeNull()
    await reopened
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(connections.engine()).not.toBe(before)
    expect(() => before?.ledger.recent(1)).toThrow()
    const ledger = connections.engine()?.ledger
    expect(ledger?.recent(1)).toHaveLength(1)
    const history = ledger?.history(id).map(event => event.type) ?? []
    expect(history.slice(0, 3)).toEqual(['recorded', 'attempt-started', 'attempt-failed'])
  })
})

describe('opening again', () => {
  it('twice in a row leaves one engine, and the open payment with it', async () => {
    const { connections, sell } = await opened()
    const first = connections.engine()
    const id = sell()
    await Promise.all([connections.reopen(), connections.reopen()])
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(() => first?.ledger.recent(1)).toThrow()
    const ledger = connections.engine()?.ledger
    expect(ledger?.find(id)?.idempotencyKey).toBeTruthy()
    await expect.poll(() => ledger?.find(id)?.phase).toBe('pending')
  })

  it('on another connection keeps the open payments of the first for later (money rule 8)', async () => {
    const { connections, settings, sell } = await opened()
    const id = sell()
    settings.update(all => ({ ...all, active: 'sandbox' }))
    await connections.reopen()
    expect(connections.stage().name).toBe('not-connected')
    settings.update(all => ({ ...all, active: 'practice' }))
    await connections.reopen()
    await expect.poll(() => connections.engine()?.ledger.find(id)?.phase).toBe('pending')
  })

  /** A payment that was committed, and nothing more: the till died, or its disk failed. */
  function recordOnly({ connections }: Awaited<ReturnType<typeof opened>>): string {
    const id = systemRandom.paymentId(Date.now())
    const event = recorded({ at: Date.now() })
    connections.engine()?.ledger.record(id, event, { body: '{"payment_type":"mobile"}' })
    return id
  }

  it('after a start asks before it sends what was never tried, however fresh (money rule 7)', async () => {
    const first = await opened()
    const id = recordOnly(first)
    await first.close()
    const second = await opened({ folder: first.folder })
    expect(second.connections.engine()?.ledger.find(id)?.phase).toBe('held')
  })

  it('in the same run takes up what was never tried by itself', async () => {
    const till = await opened()
    const id = recordOnly(till)
    await till.connections.reopen()
    const phase = () => till.connections.engine()?.ledger.find(id)?.phase
    await expect.poll(phase).toBe('refused')
  })

  it('finds practice where it was, so that its checkout pages still lead somewhere', async () => {
    const first = await opened()
    const port = first.settings.get().practicePort
    await first.close()
    const second = await opened({ folder: first.folder })
    expect(port).toBeGreaterThan(0)
    expect(second.settings.get().practicePort).toBe(port)
  })

  it('stops practice when it leaves it, and starts it again on return', async () => {
    const { connections, settings, sell } = managerIn({ folder: newFolder() })
    const goTo = async (active: 'practice' | 'sandbox') => {
      settings.update(all => ({ ...all, active }))
      await connections.reopen()
      const port = settings.get().practicePort
      return fetch(`http://127.0.0.1:${port}/`).then(
        () => 'answers',
        () => 'silent',
      )
    }
    expect(await goTo('practice')).toBe('answers')
    sell()
    expect(await goTo('sandbox')).toBe('silent')
    expect(await goTo('practice')).toBe('answers')
    expect(connections.stage()).toEqual({ name: 'selling' })
  })

  it('finds another port when another program has taken the old one', async () => {
    const squatter = await startPracticeService()
    onTestFinished(() => squatter.stop())
    const { connections, settings } = managerIn({ folder: newFolder() })
    settings.update(all => ({ ...all, practicePort: squatter.port }))
    await connections.reopen()
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(settings.get().practicePort).not.toBe(squatter.port)
  })

  it('after it was closed for good does not happen', async () => {
    const { connections } = await opened()
    await connections.close()
    await connections.reopen()
    expect(connections.engine()).toBeNull()
    connections.fault(new Error('late'))
    expect(connections.engine()).toBeNull()
  })
})

/** Work that reads the ledger of its engine once the rest has happened. */
const readingAfter = (happens: () => unknown) => async (engine: SalesEngine) => {
  await happens()
  return success(engine.ledger.recent(1))
}

describe('work on the engine that sells', () => {
  it('whose ledger fails stops selling', async () => {
    const { connections } = await opened()
    const withEngine = createWithEngine(connections)
    const failing = () => Promise.reject(new Error('disk'))
    expect(await withEngine(readingAfter(failing))).toMatchObject({ code: 'storage-failed' })
    expect(connections.stage()).toMatchObject({ name: 'blocked', reason: 'till-fault' })
  })

  it('is answered so too where another fault stopped selling meanwhile', async () => {
    const { connections } = await opened()
    const withEngine = createWithEngine(connections)
    const disk = Object.assign(new Error('disk'), { rawCode: 13 })
    const late = readingAfter(async () => {
      connections.fault(disk)
      await connections.close()
    })
    expect(await withEngine(late)).toMatchObject({ code: 'storage-failed' })
    expect(connections.stage()).toMatchObject({ reason: 'storage-full' })
  })

  it('says nothing of the ledger in use when its own was closed for another connection', async () => {
    const { connections, lines } = await opened()
    const withEngine = createWithEngine(connections)
    const left = connections.engine()
    const asked = await withEngine(readingAfter(() => connections.reopen()))
    expect(asked).toMatchObject({ ok: false, code: 'not-selling' })
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(connections.engine()).not.toBe(left)
    expect(connections.engine()?.ledger.recent(1)).toEqual([])
    expect(lines.join()).toContain('closed-engine-asked')
    expect(lines.join()).not.toContain('payment-path-failed')
  })

  it('is answered so while the next engine is being opened, and its faults are seen later', async () => {
    const { connections } = await opened()
    const withEngine = createWithEngine(connections)
    let opening = Promise.resolve()
    const during = readingAfter(async () => {
      const engine = connections.engine()
      opening = connections.reopen()
      await expect.poll(() => isClosed(engine)).toBe(true)
    })
    expect(await withEngine(during)).toMatchObject({ code: 'not-selling' })
    await opening
    expect(connections.stage()).toEqual({ name: 'selling' })
    connections.fault(new Error('something'))
    expect(connections.stage()).toMatchObject({ name: 'blocked' })
  })
})

function isClosed(engine: SalesEngine | null): boolean {
  try {
    engine?.ledger.recent(1)
    return false
  } catch {
    return true
  }
}

describe('a till in a shop of many tills', () => {
  const id = systemRandom.paymentId(morning)

  /** A ledger with one payment. */
  async function build({ file, key }: LedgerAndKey) {
    const opening = openLedger({ file, key })
    if (!opening.ok) throw new Error(opening.detail)
    opening.ledger.record(id, recorded(), { body: '{}' })
    opening.close()
    return success('built')
  }

  it('puts a ledger that was built in the place of an empty one, and sells on it', async () => {
    const { connections, folder } = await opened()
    expect(await connections.putInPlace(build)).toEqual(success('built'))
    expect(connections.stage().name).toBe('selling')
    // What was never sent waits for a person, as after every start.
    expect(connections.engine()?.ledger.find(id)?.phase).toBe('held')
    expect(existsSync(join(folder, 'ledger-practice.db.rebuilt'))).toBe(false)
  })

  it('puts nothing in the place of a ledger with payments, also when they came meanwhile', async () => {
    const { connections, sell } = await opened()
    let sold = ''
    const late = await connections.putInPlace(async built => {
      sold = sell()
      return build(built)
    })
    expect(late).toMatchObject({ ok: false, code: 'ledger-not-empty' })
    const early = await connections.putInPlace(() => Promise.reject(new Error('It was asked')))
    expect(early).toMatchObject({ ok: false, code: 'ledger-not-empty' })
    expect(connections.engine()?.ledger.find(sold)).not.toBeNull()
  })

  it('leaves the empty ledger in its place when the other cannot be built', async () => {
    const { connections, sell } = await opened()
    const failed = await connections.putInPlace(async () => failure('storage-failed', 'full'))
    expect(failed).toMatchObject({ code: 'storage-failed' })
    expect(sell()).not.toBe('')
  })

  it('sells no more once another machine has its place, and says why', async () => {
    const { connections, sell } = await opened()
    const engine = connections.engine()
    const sold = sell()
    connections.replaced()
    expect(connections.stage()).toMatchObject({ name: 'blocked', reason: 'replaced' })
    expect(connections.engine()).toBeNull()
    // Its ledger stays open: what is in it is still shipped.
    expect(engine?.ledger.find(sold)).not.toBeNull()
    connections.replaced()
  })

  it('sells nothing after a start that knows it already, and ships what it has', async () => {
    const folder = await usedFolder()
    const followed: FollowedLedger[] = []
    const follow = (ledger: FollowedLedger) => {
      followed.push(ledger)
      return async () => undefined
    }
    const { connections } = await opened({
      folder,
      shop: { ...noShop, isReplaced: () => true, follow },
    })
    expect(connections.stage()).toMatchObject({ name: 'blocked', reason: 'replaced' })
    expect(connections.engine()).toBeNull()
    expect(followed.map(({ ledger }) => ledger.links.last())).toEqual([expect.any(Number)])
  })
})
