import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bundle, bundle } from '../support/bundle'
import { PASSPHRASE, saveKeys, storeIn } from '../support/till-store'

type Change = 'protect' | 'keys' | 'code' | 'copy' | 'older'

let bundled: Bundle
beforeAll(async () => {
  bundled = await bundle({ changer: 'tests/kills/store-killed-at.ts' })
})
afterAll(() => bundled.remove())

/**
 * Changes the store in another process, which keeps the files before each write in `copies`, or is killed before its
 * `at`th write; gives how it ended, and how often it wrote.
 */
function changed(
  folder: string,
  change: Change,
  { at = 0, copies }: { at?: number; copies?: string },
) {
  const args = [bundled.file('changer'), folder, change, String(at)]
  const options = { encoding: 'utf8', timeout: 60_000 } as const
  const { signal, status, stdout, stderr } = spawnSync(
    process.execPath,
    copies === undefined ? args : [...args, copies],
    options,
  )
  if (signal !== 'SIGKILL' && status !== 0) throw new Error(stderr)
  return { signal, writes: Number(stdout) }
}

/** A till with one audit entry, as far protected as each change needs. */
async function begun(folder: string, change: Change): Promise<void> {
  const store = storeIn(folder)
  store.record('locked', null, { why: 'before' })
  if (change !== 'protect') await store.choosePassphrase(PASSPHRASE)
  if (change === 'code' || change === 'copy') saveKeys(store)
  store.stop()
  if (change === 'copy') writeFileSync(join(folder, 'till.db'), Buffer.alloc(8_192, 7))
}

/** Opens what a kill left: never closed for good, the entry from before is there, and the change is whole or not there. */
async function expectWhole(folder: string, change: Change): Promise<void> {
  const store = storeIn(folder)
  const closed = store.closed()
  if (change === 'protect') expect([null, 'passphrase']).toContain(closed)
  else expect(closed).toBe('passphrase')
  if (closed !== null) expect(await store.open(PASSPHRASE)).toEqual({ result: 'done' })
  expect(store.closed()).toBeNull()
  const entries = store.list({ before: null, limit: 10 })
  expect(entries.at(-1)).toMatchObject({ action: 'locked', detail: { why: 'before' } })
  const { recovery, older } = store.document()
  expect(entries.some(({ action }) => action === 'older-till-opened')).toBe(older !== null)
  expect(entries.some(({ action }) => action === 'recovery-code-made')).toBe(recovery !== null)
  // It goes on: the next change is kept.
  if (closed === null) await store.choosePassphrase(PASSPHRASE)
  saveKeys(store)
  const next = store.newRecoveryCode(store.entry('recovery-code-made', null))
  store.stop()
  for (const text of [PASSPHRASE, next, recovery?.code]) {
    if (text === undefined) continue
    const again = storeIn(folder)
    const result = text === recovery?.code ? 'wrong' : 'done'
    expect(await again.open(text)).toMatchObject({ result })
    again.stop()
  }
}

it.each<Change>(['protect', 'keys', 'code', 'copy', 'older'])(
  'killed before each write of the change "%s": it is whole or not there, and the till opens',
  async change => {
    const place = mkdtempSync(join(tmpdir(), 'kaunta-each-'))
    const folders = {
      base: join(place, 'base'),
      changed: join(place, 'changed'),
      killed: join(place, 'killed'),
      copies: join(place, 'copies'),
    }
    for (const folder of Object.values(folders)) mkdirSync(folder)
    try {
      await begun(folders.base, change)
      for (const folder of [folders.changed, folders.killed])
        cpSync(folders.base, folder, { recursive: true })
      const { writes } = changed(folders.changed, change, { copies: folders.copies })
      // A change writes the file, a copy of it and both copies of key.json.
      expect(writes).toBeGreaterThan(10)
      for (let at = 1; at <= writes; at++)
        await expectWhole(join(folders.copies, String(at)), change).catch(cause => {
          throw new Error(`killed before write ${at}`, { cause })
        })
      // A process that is killed leaves no more than the copies have: tried in the midst.
      const at = randomInt(1, writes + 1)
      expect(changed(folders.killed, change, { at }).signal, `write ${at}`).toBe('SIGKILL')
      await expectWhole(folders.killed, change)
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  },
  300_000,
)
