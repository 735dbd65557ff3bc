import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bundle, bundle } from '../support/bundle'
import { createSeededRandom } from '../support/seeded-random'
import { PASSPHRASE, storeIn } from '../support/till-store'

const kills = 12
const seed = randomInt(2 ** 32)
const random = createSeededRandom(seed)
/** After the first line. */
const mostMs = 400

let bundled: Bundle
beforeAll(async () => {
  bundled = await bundle({ writer: 'tests/kills/store-writer.ts' })
})
afterAll(() => bundled.remove())

/** Runs the writer, and kills it at a random moment; gives what it said. */
async function killedWriter(folder: string): Promise<string[]> {
  const writer = spawn(process.execPath, [bundled.file('writer'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  writer.stdout.setEncoding('utf8').on('data', text => {
    said += text
  })
  const closed = once(writer, 'close')
  await once(writer.stdout, 'data')
  setTimeout(() => writer.kill('SIGKILL'), random.int(0, mostMs))
  await closed
  return said.split('\n').slice(0, -1)
}

/** What is in the store after a kill; null where it was not protected yet. */
async function reopened(folder: string, said: readonly string[]): Promise<string | null> {
  const store = storeIn(folder)
  if (!said.includes('protected') && store.closed() === null) return null
  expect(store.closed()).toBe('passphrase')
  expect(await store.open(PASSPHRASE)).toEqual({ result: 'done' })
  expect(store.closed()).toBeNull()
  const { keys, settings, recovery } = store.document()
  if (said.includes('protected')) expect(keys.production).not.toBeNull()
  // Each change and its entry, all or none.
  const entries = store.list({ before: null, limit: 5 })
  const newest = entries.find(({ action }) => action === 'locked')
  expect(String(newest?.detail.number ?? '')).toBe(settings.shop.name)
  store.stop()
  if (recovery) {
    const byCode = storeIn(folder)
    expect(await byCode.open(recovery.code)).toEqual({ result: 'done' })
    byCode.stop()
  }
  return settings.shop.name
}

it(`keeps what was said, after each of ${kills} kills, and opens, seed ${seed}`, async () => {
  const folders: string[] = []
  try {
    for (let kill = 0; kill < kills; kill++) {
      // Two kills a folder: the first while the till is protected, the second of a till that was killed before.
      if (kill % 2 === 0) folders.push(mkdtempSync(join(tmpdir(), 'kaunta-kills-')))
      const folder = folders.at(-1) ?? ''
      const said = await killedWriter(folder)
      const kept = Number(said.findLast(line => /^\d+$/.test(line)) ?? 0)
      const name = Number((await reopened(folder, said)) ?? 0)
      // The last change may have been kept and not yet said.
      if (kill % 2 === 0 || kept > 0) expect([kept, kept + 1]).toContain(name)
    }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}, 300_000)
