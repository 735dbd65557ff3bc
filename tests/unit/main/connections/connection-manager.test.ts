import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { checkWebhookAddress } from '../../../../electron/main/service'
import { openDatabase } from '../../../../electron/main/store/database'
import { LedgerDamaged } from '../../../../electron/main/store/ledger/rows/codec'
import { startPracticeService } from '../../../../electron/practice'
import {
  managerIn as doorOverFolder,
  type ManagerOptions,
} from '../../../support/manager-in-folder'
import { cardDraft, recorded } from '../../../support/payments/sales'
import { PASSPHRASE, passphraseStore, saveKeys, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const doorOver = (setting: Partial<ManagerOptions> = {}) =>
  doorOverFolder({ ...setting, folder: setting.folder ?? newFolder() })

const copiesIn = (folder: string) =>
  readdirSync(folder).filter(name => name.startsWith('till.copy'))
const ledgerFile = (folder: string) => join(folder, 'ledger-practice.db')

/** A folder in which practice has sold once. */
async function usedFolder(): Promise<string> {
  const { folder, connections, sell, close } = doorOver()
  await connections.reopen()
  sell()
  await close()
  return folder
}

async function stageOf(setting: Partial<ManagerOptions>) {
  const { connections } = doorOver(setting)
  await connections.reopen()
  if (connections.stage().name !== 'selling') expect(connections.engine()).toBeNull()
  return connections.stage()
}

describe('the stages of a till', () => {
  it('is shut, and has no engine, before it is opened', () => {
    const { connections } = doorOver()
    expect(connections.engine()).toBeNull()
  })

  it('first run: nothing was chosen, and no file is made', async () => {
    const folder = newFolder()
    expect(await stageOf({ folder, active: null })).toEqual({ name: 'first-run' })
    expect(existsSync(ledgerFile(folder))).toBe(false)
  })

  it('practice: sells, asks for nothing', async () => {
    const { connections, folder, sell, announced: told } = doorOver()
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
    const first = doorOver({ folder })
    expect(first.settings.get().tillId).toBe('')
    await first.connections.reopen()
    const { tillId } = first.settings.get()
    expect(tillId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    await first.connections.reopen()
    await first.close()
    const again = doorOver({ folder })
    await again.connections.reopen()
    expect(again.settings.get().tillId).toBe(tillId)
  })

  it('practice: card payments give a webhook address that the rule allows, with till and sale', async () => {
    const { connections, settings } = doorOver()
    await connections.reopen()
    const sold = await connections.engine()?.request(cardDraft())
    if (!sold?.ok) throw new Error('not sold')
    const body = connections.engine()?.ledger.request(sold.value.id).body ?? ''
    const url = new URL(JSON.parse(body).webhook_url)
    expect(checkWebhookAddress(url.href)).toMatchObject({ ok: true })
    expect(Object.fromEntries(url.searchParams)).toEqual({
      till: settings.get().tillId,
      sale: sold.value.id,
    })
  })

  it('sells on where the windows cannot be told: no write has failed', async () => {
    const { connections, sell, lines } = doorOver({ listenerFails: true })
    await connections.reopen()
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
    const over = doorOver({ folder, active: 'production', store })
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
    const { connections, settings } = doorOver({ folder, active: 'sandbox', store })
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
    saved.commit(document => ({
      ...document,
      settings: { ...document.settings, active: 'sandbox' },
    }))
    saved.stop()
    const store = storeIn(folder)
    const { connections } = doorOver({ folder, store })
    await connections.reopen()
    expect(connections.stage()).toEqual({ name: 'locked' })
    expect(connections.engine()).toBeNull()
    await store.open(PASSPHRASE)
    await connections.reopen()
    expect(connections.stage()).toEqual({ name: 'selling' })
  })
})

describe('what blocks selling', () => {
  it('a practice service that does not start', async () => {
    expect(await stageOf({ practiceFails: true })).toMatchObject({
      name: 'blocked',
      reason: 'practice-failed',
    })
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
    expect(await stageOf({ folder })).toEqual({
      name: 'blocked',
      reason: 'ledger-newer',
      detail: 'version 99',
    })
    expect(readFileSync(ledgerFile(folder)).equals(before)).toBe(true)
  })

  it('a damaged row, found at the start', async () => {
    const folder = await usedFolder()
    const key = storeIn(folder).ledgerKey('practice')
    const database = openDatabase({ file: ledgerFile(folder), key })
    database.run("UPDATE sale SET state = x'ff'")
    database.close()
    expect(await stageOf({ folder })).toMatchObject({
      name: 'blocked',
      reason: 'ledger-unreadable',
    })
  })
})

describe('a fault of the payment path', () => {
  const disk = Object.assign(new Error('disk'), { rawCode: 13 })

  it('stops selling at once, and the counter with it', async () => {
    const { connections, sell, lines } = doorOver()
    await connections.reopen()
    const engine = connections.engine()
    const id = sell()
    connections.fault(disk)
    expect(connections.stage()).toEqual({ name: 'blocked', reason: 'storage-full', detail: 'full' })
    expect(connections.engine()).toBeNull()
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
    const { connections } = doorOver()
    await connections.reopen()
    connections.fault(error)
    expect(connections.stage()).toMatchObject({ name: 'blocked', reason })
  })

  it('is the reason that is shown, not what follows from it', async () => {
    const { connections } = doorOver()
    await connections.reopen()
    connections.fault(disk)
    connections.fault(new Error('The database is suspect (full)'))
    expect(connections.stage()).toMatchObject({ reason: 'storage-full', detail: 'full' })
  })

  it('writes down what was in flight; after it selling can begin again', async () => {
    const { connections, sell } = doorOver()
    await connections.reopen()
    const id = sell()
    connections.fault(disk)
    await connections.reopen()
    expect(connections.stage()).toEqual({ name: 'selling' })
    const history =
      connections
        .engine()
        ?.ledger.history(id)
        .map(event => event.type) ?? []
    expect(history.slice(0, 3)).toEqual(['recorded', 'attempt-started', 'attempt-failed'])
  })

  it('never leaves two counters on one ledger', async () => {
    const { connections, sell } = doorOver()
    await connections.reopen()
    const before = connections.engine()
    sell()
    connections.fault(disk)
    const reopened = connections.reopen()
    expect(connections.engine()).toBeNull()
    await reopened
    expect(connections.engine()).not.toBe(before)
    expect(() => before?.ledger.recent(1)).toThrow()
    expect(connections.engine()?.ledger.recent(1)).toHaveLength(1)
  })
})

describe('opening again', () => {
  it('twice in a row leaves one engine, and the open sale with it', async () => {
    const { connections, sell } = doorOver()
    await connections.reopen()
    const first = connections.engine()
    const id = sell()
    await Promise.all([connections.reopen(), connections.reopen()])
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(() => first?.ledger.recent(1)).toThrow()
    const ledger = connections.engine()?.ledger
    expect(ledger?.find(id)?.idempotencyKey).toBeTruthy()
    await expect.poll(() => ledger?.find(id)?.phase).toBe('pending')
  })

  it('on another connection keeps the open sales of the first for later (money rule 8)', async () => {
    const { connections, settings, sell } = doorOver()
    await connections.reopen()
    const id = sell()
    settings.update(all => ({ ...all, active: 'sandbox' }))
    await connections.reopen()
    expect(connections.stage().name).toBe('not-connected')
    settings.update(all => ({ ...all, active: 'practice' }))
    await connections.reopen()
    await expect.poll(() => connections.engine()?.ledger.find(id)?.phase).toBe('pending')
  })

  /** A sale that was committed, and nothing more: the till died, or its disk failed. */
  function recordOnly({ connections }: ReturnType<typeof doorOver>): string {
    const id = systemRandom.saleId(Date.now())
    const event = recorded({ at: Date.now() })
    connections.engine()?.ledger.record(id, event, { body: '{"payment_type":"mobile"}' })
    return id
  }

  it('after a start asks before it sends what was never tried, however fresh (money rule 7)', async () => {
    const first = doorOver()
    await first.connections.reopen()
    const id = recordOnly(first)
    await first.close()
    const second = doorOver({ folder: first.folder })
    await second.connections.reopen()
    expect(second.connections.engine()?.ledger.find(id)?.phase).toBe('held')
  })

  it('in the same run takes up what was never tried by itself', async () => {
    const till = doorOver()
    await till.connections.reopen()
    const id = recordOnly(till)
    await till.connections.reopen()
    const phase = () => till.connections.engine()?.ledger.find(id)?.phase
    await expect.poll(phase).toBe('refused')
  })

  it('finds practice where it was, so that its checkout pages still lead somewhere', async () => {
    const first = doorOver()
    await first.connections.reopen()
    const port = first.settings.get().practicePort
    await first.close()
    const second = doorOver({ folder: first.folder })
    await second.connections.reopen()
    expect(port).toBeGreaterThan(0)
    expect(second.settings.get().practicePort).toBe(port)
  })

  it('stops practice when it leaves it, and starts it again on return', async () => {
    const { connections, settings, sell } = doorOver()
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
    const folder = newFolder()
    const squatter = await startPracticeService()
    onTestFinished(() => squatter.stop())
    const { connections, settings } = doorOver({ folder })
    settings.update(all => ({ ...all, practicePort: squatter.port }))
    await connections.reopen()
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(settings.get().practicePort).not.toBe(squatter.port)
  })

  it('after it was closed for good does not happen', async () => {
    const { connections } = doorOver()
    await connections.reopen()
    await connections.close()
    await connections.reopen()
    expect(connections.engine()).toBeNull()
    connections.fault(new Error('late'))
    expect(connections.engine()).toBeNull()
  })
})
