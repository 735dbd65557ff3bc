import { randomInt } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { knownFailure } from '../../../electron/main/ipc/known-failure'
import type { TillState } from '../../../shared/ipc/till-state'
import { beginShop, makeShop, openHostileTill } from '../../hostile/ipc-till'
import { temporaryFolders } from '../database/temporary-folder'

const newFolder = temporaryFolders()
const seed = randomInt(2 ** 31)
const blocks = 12
const page = 4_096

const shop = makeShop()
afterAll(shop.remove)
const whole = await openHostileTill(shop)
await beginShop(whole, 'owner')
await whole.till.stop()
writeFileSync(
  join(shop.dataFolder, 'unseen-results.json'),
  JSON.stringify({ version: 1, unseen: [], until: 1 }),
)

type Damage = { name: string; bytes: Buffer }

/** A cut at each block's edge, and a bit of each block turned over, which one the seed says. */
function damagesOf(file: string): Damage[] {
  const bytes = readFileSync(join(shop.dataFolder, file))
  const size = file.endsWith('.db')
    ? Math.max(page, Math.ceil(bytes.length / page / blocks) * page)
    : Math.max(1, Math.floor(bytes.length / blocks))
  const edges = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size)
  // Not known from a record that was never begun: one of no bytes (docs/evidence.md).
  const cutAt = file === 'record.db' ? edges.slice(1) : edges
  const cuts = cutAt.map(at => ({ name: `cut at ${at}`, bytes: bytes.subarray(0, at) }))
  const flips = edges.map((at, index) => {
    const place = Math.min(bytes.length - 1, at + ((seed + index * 7_919) % size))
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(place) ^ (1 << ((seed + index) % 8)), place)
    return { name: `bit ${(seed + index) % 8} of byte ${place}`, bytes: flipped }
  })
  return [...cuts, ...flips]
}

/** Opens a copy of the shop with one file damaged, and gives what a person is told and what is left. */
async function openDamaged(file: string, bytes: Buffer) {
  const dataFolder = join(newFolder(), 'data')
  const exportFolder = newFolder()
  mkdirSync(dataFolder)
  cpSync(shop.dataFolder, dataFolder, { recursive: true })
  writeFileSync(join(dataFolder, file), bytes)
  const opened = await openHostileTill({ dataFolder, exportFolder })
  const { till, lines } = opened
  const atOpening = till.state()
  // The record is opened when it is first written to or read.
  const record = await Promise.resolve()
    .then(() => till.handlers.record.list({ before: null }))
    .catch((error: unknown) => knownFailure(error) ?? Promise.reject(error))
  await till.stop()
  const kept = readdirSync(dataFolder).some(name => {
    const path = join(dataFolder, name)
    return existsSync(path) && readFileSync(path).equals(bytes)
  })
  return { state: atOpening, record, kept, log: lines.join('\n') }
}

type Opened = Awaited<ReturnType<typeof openDamaged>>

/** Whether a person is told, or nothing is wrong to be told of. */
const isTold: Record<string, (opened: Opened, bytes: Buffer) => boolean> = {
  // A bit of a shop's name makes another name: a document without a seal cannot know.
  'settings.json': ({ state }, bytes) =>
    state.settingsNotice !== null || isJson(bytes) || notSelling(state),
  'vault.json': ({ state }) =>
    notSelling(state) || state.staff.state === 'trouble' || isWhole(state),
  'staff.json': ({ state }) => state.staff.state === 'trouble' || isWhole(state),
  // Nothing that a sale needs: the log says it.
  'unseen-results.json': ({ log }, bytes) => log.includes('unseen-set-aside') || isJson(bytes),
  'record.db': ({ record }) =>
    record.ok ? JSON.stringify(record.value).includes('signed-in') || begunAnew(record) : true,
  'ledger-practice.db': ({ state }) => notSelling(state) || isWhole(state),
}

const begunAnew = (record: unknown) => JSON.stringify(record).includes('record-begun')
const notSelling = ({ stage }: TillState) => stage.name !== 'selling'
const isWhole = ({ stage, staff }: TillState) =>
  stage.name === 'selling' && staff.state === 'signed-out'

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}

/** The till works on with the file itself, for no damage can be seen in it. */
function isTakenAsWhole(file: string, { state, record }: Opened): boolean {
  if (file === 'settings.json') return state.settingsNotice === null
  return file.endsWith('.db') && isWhole(state) && record.ok && !begunAnew(record)
}

describe('a damaged file', () => {
  it.each(Object.keys(isTold))(
    '%s is told of, and nothing of it is lost',
    async file => {
      for (const { name, bytes } of damagesOf(file)) {
        const opened = await openDamaged(file, bytes)
        const what = `${file}, ${name}, seed ${seed}: ${JSON.stringify(opened.state.stage)}`
        expect(isTold[file]?.(opened, bytes), `not told: ${what}`).toBe(true)
        expect(opened.kept || isTakenAsWhole(file, opened), `lost: ${what}`).toBe(true)
      }
    },
    180_000,
  )
})
