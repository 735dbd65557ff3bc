import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { mayCall } from '../../electron/main/outputs/windows/permissions'
import type { Handlers } from '../../shared/ipc/handlers'
import type { Result } from '../../shared/ipc/result'
import type { Payment } from '../../shared/payment/payment'
import { listeningLog, startPlainWorker } from '../support/parts'
import { mobileDraft } from '../support/payments/payments'
import { createTestTill, fakeKeychain } from '../support/test-till'
import { saveKeys, storeIn } from '../support/till-store'
import { keptSecret } from './ipc-grammar'

/** Who is signed in while calls are made. */
export type Who = 'no staff' | 'owner' | 'cashier' | 'signed out'

const order: readonly Who[] = [
  ...(['owner', 'no staff', 'cashier', 'owner', 'signed out'] as const),
  ...(['no staff', 'owner', 'cashier', 'no staff', 'owner'] as const),
]

/** In a fixed order, one in ten signed out, since almost every call is refused when no one is signed in. */
export function whoIsAt(till: number): Who {
  return order[till % order.length] ?? 'no staff'
}

/** Puts a fault into the till, to see that it is found. */
export type Plant = (handlers: Handlers) => Handlers

export type HostileTill = Awaited<ReturnType<typeof openHostileTill>>

const pins = { owner: '246810', cashier: '135790' }

/** A folder far down in one that is empty otherwise, so that what climbs out of it is seen. */
export function makeShop() {
  const root = mkdtempSync(join(tmpdir(), 'kaunta-hostile-'))
  const home = join(root, 'a', 'b', 'c', 'd', 'e')
  const dataFolder = join(home, 'data')
  const exportFolder = join(home, 'exports')
  for (const folder of [dataFolder, exportFolder]) mkdirSync(folder, { recursive: true })
  sealKeys(dataFolder)
  return {
    dataFolder,
    exportFolder,
    /** Files that are neither in the one nor in the other. */
    strayed: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(({ parentPath, name }) => relative(home, join(parentPath, name)))
        .filter(file => !/^(?:data|exports)[\\/]/.test(file)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** What only the owner knows, and no answer may say. */
function sealKeys(dataFolder: string): void {
  const store = storeIn(dataFolder, fakeKeychain())
  saveKeys(store, 'sandbox', { apiKey: `${keptSecret}-key`, apiSecret: keptSecret })
  store.stop()
}

export type Shop = ReturnType<typeof makeShop>

/** A whole till on a shop's folders behind the real table of channels. */
export async function openHostileTill(
  { dataFolder, exportFolder }: Pick<Shop, 'dataFolder' | 'exportFolder'>,
  plant: Plant = handlers => handlers,
) {
  const { log, lines } = listeningLog()
  const { till, ask } = createTestTill({
    dataFolder,
    exportFolder,
    faster: 50,
    log,
    plant,
    senderOf: channel => (mayCall('till', channel) ? 'till' : 'customer'),
    startWorker: startPlainWorker,
  })
  await till.start()
  /** Brings the till back to where it can be asked: it sells, and the wanted person is signed in. */
  const settle = async (who: Who) => {
    if (till.state().stage.name !== 'selling')
      await done(Promise.resolve(till.handlers.connection.choose({ kind: 'practice' })))
    await become(ask, who)
  }
  return { till, ask, lines, settle }
}

type Ask = (channel: string, argument?: unknown) => Promise<Result<unknown>>

/** Begins the shop: practice, the people, and a payment; gives its id. */
export async function beginShop(
  { till, ask }: Pick<HostileTill, 'till' | 'ask'>,
  who: Who,
): Promise<string> {
  await done(ask('kaunta:connection.choose', { kind: 'practice' }))
  if (who !== 'no staff') {
    const people = { owner: 'Neema', cashier: 'Juma' } as const
    for (const role of ['owner', 'cashier'] as const)
      await done(ask('kaunta:staff.add', { name: people[role], role, pin: pins[role] }))
  }
  const payment = (await done(ask('kaunta:payments.request', mobileDraft()))) as Payment
  if (till.state().stage.name !== 'selling') throw new Error('The till does not sell')
  await become(ask, who)
  return payment.id
}

/** Signs the wanted person in again, if another person is signed in by now. */
async function become(ask: Ask, who: Who): Promise<void> {
  const state = (await done(ask('kaunta:till.state'))) as ReturnType<
    Awaited<ReturnType<typeof openHostileTill>>['till']['state']
  >
  const { staff } = state
  if (who === 'no staff') return
  if (staff.state === 'none' || staff.state === 'closed')
    throw new Error(`The staff list no longer keeps others out: ${staff.state}`)
  if (who === 'signed out') return void (await ask('kaunta:staff.lock'))
  if (staff.state === 'signed-in' && staff.role === who) return
  const one = staff.people.find(({ role }) => role === who)
  if (!one) throw new Error(`There is no ${who}`)
  await done(ask('kaunta:staff.signIn', { id: one.id, pin: pins[who] }))
}

async function done(answering: Promise<Result<unknown>>): Promise<unknown> {
  const answered = await answering
  if (!answered.ok) throw new Error(`Not done: ${answered.code} ${answered.message}`)
  return answered.value
}
