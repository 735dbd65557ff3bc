import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { createGuard } from '../../../../electron/main/ipc/guard'
import { type Handlers, registerHandlers } from '../../../../electron/main/ipc/register'
import { mayCall, type WindowKind } from '../../../../electron/main/outputs/windows/permissions'
import type { AtTill } from '../../../../electron/main/people/access'
import { StoreFailed } from '../../../../electron/main/store/open-till'
import { channelOf } from '../../../../shared/ipc/bridge'
import type { LeastRole } from '../../../../shared/ipc/call'
import { calls } from '../../../../shared/ipc/contract'
import { failure, success } from '../../../../shared/ipc/result'
import { draftSchema } from '../../../../shared/payment/draft'
import { everySale } from '../../../../shared/payment/sales-filter'
import { defaultSettings } from '../../../../shared/settings'
import { hasRole, type Role, roles } from '../../../../shared/staff'
import { noDetails } from '../../../support/conformance/contract'
import { listeningLog } from '../../../support/parts'
import { mobileDraft } from '../../../support/payments/sales'

type Listener = Parameters<IpcMain['handle']>[1]

const members = Object.entries(calls).flatMap(([group, names]) =>
  Object.entries(names).map(([name, { argument, role }]) => ({ group, name, argument, role })),
)
const id = '0192f000-0000-4000-8000-000000000001'
const asha = { id, name: 'Asha' }

const customerDetails = { ...noDetails, firstName: 'Asha', lastName: 'Mushi' }

/** Arguments that pass their schemas, so that nothing but the role can be the reason for a refusal. */
const sound: readonly unknown[] = [
  undefined,
  { saleId: id },
  { saleId: id, status: '', reason: 'because', how: 'other' },
  { saleId: id, draftId: id },
  { saleId: id, channel: 'email' },
  { saleId: id, status: 'processed_ok', meaning: 'paid' },
  { saleId: id, how: 'cash', reason: 'brought back' },
  mobileDraft(),
  { text: '', before: null },
  { text: '' },
  { till: 'a1', saleId: id },
  { from: 0 },
  { before: null },
  { since: 'signIn' },
  { from: null },
  { passphrase: 'correct horse' },
  { kind: 'practice' },
  { kind: 'sandbox' },
  {
    kind: 'sandbox',
    address: '',
    pathPrefix: 'service',
    webhookAddress: '',
    apiKey: '',
    apiSecret: '',
  },
  defaultSettings.display,
  { section: 'shop', value: defaultSettings.shop },
  { id },
  { id, pin: '4711' },
  { id, pin: '4711', newPin: '471147' },
  { id, pin: '4711', channel: 'sales.resolve', argument: '{}' },
  { name: 'New', role: 'cashier', pin: '4711' },
  { id, name: 'New', role: 'cashier', pin: null },
  { proof: '' },
  { address: 'postgres://till:password@db.example/shop' },
  { address: 'postgres://administrator:password@db.example/shop', shop: 'Duka', till: 'Till 1' },
  { address: 'postgres://till:password@db.example/shop', account: 'same' },
  { passphrase: 'correct horse battery', proof: '' },
  { proof: '', passphrase: 'correct horse' },
  { proof: '', renew: false },
  { apiKey: 'key', apiSecret: 'secret', pin: '246810' },
  { goOn: true },
  { address: '', publicKey: '' },
  { install: 'not' },
  { saleId: id, note: '' },
  { draftId: id, value: 5, received: 5, note: '' },
  { saleId: id, by: 'sms' },
  { saleId: null },
  { typed: '0754' },
  { reference: 'REF-0001' },
  { msisdn: '255754001212' },
  { msisdn: '255754001212', details: customerDetails },
  { text: '', before: null },
  { text: '' },
  { till: 'a1', saleId: id },
  { from: 0 },
  { period: 1, signOffs: [], counted: [] },
  { number: 1 },
  { filter: everySale },
  { filter: everySale, before: null },
  { starts: [] },
  { ids: ['abcdefghijklmnop'] },
  { file: '/exports/sales.csv' },
  defaultSettings.alerts,
  defaultSettings.receipts,
]

function soundFor(argument: z.ZodType): unknown {
  const found = sound.findIndex(each => argument.safeParse(each).success)
  if (found < 0) expect.fail('Add an argument for this call to `sound`: its role is not tested yet')
  return sound[found]
}

/** Calls as the window does that may make each call. */
function open(
  at: AtTill,
  { approvedBy = null as typeof asha | null, recordFails = false, notDone = '' } = {},
) {
  let sender: WindowKind = 'till'
  const listeners = new Map<string, Listener>()
  const ran: string[] = []
  const recorded: unknown[][] = []
  const callers: unknown[] = []
  const table: Record<string, Record<string, (argument: unknown, caller: unknown) => unknown>> = {}
  for (const { group, name } of members)
    table[group] = {
      ...table[group],
      [name]: (_argument, caller) => {
        ran.push(channelOf(group, name))
        callers.push(caller)
        return channelOf(group, name) === notDone ? failure('export-first', '') : success(null)
      },
    }
  const asked: [string, string][] = []
  registerHandlers({
    ipcMain: { handle: (channel, listener) => void listeners.set(channel, listener) },
    // Complete by construction; its types were forgotten on the way.
    handlers: table as unknown as Handlers,
    senderOf: () => sender,
    guard: createGuard({
      store: { together: work => work() },
      staff: {
        at: () => at,
        person: () => (at.state === 'signed-in' ? asha : null),
        session: () => 1,
        takeApproval(channel, argument) {
          asked.push([channel, argument])
          return approvedBy
        },
      },
      auditLog: {
        write(...action) {
          if (recordFails) throw new StoreFailed('storage-failed', 'The disk is full')
          recorded.push(action)
        },
        writeIfPossible: (...action) => void recorded.push(action),
      },
    }),
    log: listeningLog().log,
  })
  const invoke = async (channel: string, argument: unknown): Promise<unknown> => {
    sender = mayCall('customer', channel) ? 'customer' : 'till'
    return listeners.get(channel)?.({} as IpcMainInvokeEvent, argument)
  }
  return { invoke, ran, callers, recorded, asked }
}

const signedIn = (role: Role): AtTill => ({ state: 'signed-in', member: { ...asha, role } })

const closed: [AtTill, string] = [{ state: 'closed', reason: 'gone' }, 'till-closed']

/** The role that a call takes at a till that is open. */
const roleIn = (role: Exclude<LeastRole, 'anyone'>): Role =>
  role === 'owner-or-closed' ? 'owner' : role

describe('every call of the contract', () => {
  it.each(members)('$group $name is refused to a person without the role', async member => {
    const channel = channelOf(member.group, member.name)
    const argument = soundFor(member.argument)
    const { role } = member
    const outsiders: [AtTill, string][] =
      role === 'anyone'
        ? []
        : [
            [{ state: 'signed-out' }, 'signed-out'],
            ...(role === 'owner-or-closed' ? [] : [closed]),
            ...roles
              .filter(one => !hasRole(one, roleIn(role)))
              .map((one): [AtTill, string] => [signedIn(one), `${roleIn(role)}-needed`]),
          ]
    for (const [at, code] of outsiders) {
      const { invoke, ran, recorded } = open(at)
      expect(await invoke(channel, argument), JSON.stringify(at)).toMatchObject({ ok: false, code })
      expect(ran).toEqual([])
      expect(recorded).toEqual([])
    }
  })

  it.each(members)('$group $name is open to a person with it', async member => {
    const channel = channelOf(member.group, member.name)
    const argument = soundFor(member.argument)
    const { role } = member
    const allowed: AtTill[] = [
      { state: 'none' },
      ...(role === 'anyone'
        ? [{ state: 'signed-out' } as const, closed[0]]
        : roles.filter(one => hasRole(one, roleIn(role))).map(signedIn)),
      ...(role === 'owner-or-closed' ? [closed[0]] : []),
    ]
    for (const at of allowed) {
      const { invoke, ran } = open(at)
      expect(await invoke(channel, argument), JSON.stringify(at)).toMatchObject({ ok: true })
      expect(ran).toEqual([channel])
    }
  })

  it('that is open to anyone is one of these few', () => {
    const open = members.filter(({ role }) => role === 'anyone')
    expect(open.map(({ group, name }) => `${group}.${name}`)).toEqual([
      'till.state',
      'key.open',
      'key.tryAgain',
      'key.openPayments',
      'key.startEmpty',
      'key.openWithKeys',
      'settings.saveDisplay',
      'customer.view',
      'staff.signIn',
      'staff.renewPin',
      'staff.lock',
      'staff.startOver',
    ])
  })

  it.each([...members.filter(({ role }) => role !== 'anyone')])(
    '$group.$name looks at no argument of an outsider',
    async ({ group, name }) => {
      const { invoke, ran } = open({ state: 'signed-out' })
      await fc.assert(
        fc.asyncProperty(fc.anything(), async argument => {
          expect(await invoke(channelOf(group, name), argument)).toMatchObject({
            code: 'signed-out',
          })
        }),
        { numRuns: 20 },
      )
      expect(ran).toEqual([])
    },
  )
})

describe('a call that a manager allows', () => {
  const juma = { id: '0192f000-0000-4000-8000-000000000002', name: 'Juma' }
  const argument = { saleId: id, status: '', reason: 'because', how: 'other' }

  it('is carried out, for the very argument that came', async () => {
    const { invoke, ran, asked } = open(signedIn('cashier'), { approvedBy: juma })
    expect(await invoke('kaunta:sales.resolve', argument)).toMatchObject({ ok: true })
    expect(ran).toEqual(['kaunta:sales.resolve'])
    expect(asked).toEqual([['sales.resolve', JSON.stringify(argument)]])
  })

  it('is recorded with both', async () => {
    const { invoke, recorded } = open(signedIn('cashier'), { approvedBy: juma })
    await invoke('kaunta:connection.choose', { kind: 'practice' })
    expect(recorded).toEqual([
      ['connection-chosen', asha, { kind: 'practice', approvedBy: 'Juma' }],
    ])
  })

  it('reaches its handler with who allowed it', async () => {
    const { invoke, callers } = open(signedIn('cashier'), { approvedBy: juma })
    await invoke('kaunta:connection.choose', { kind: 'practice' })
    expect(callers).toMatchObject([{ person: asha, approvedBy: juma }])
  })

  it('asks for no approval where the role is enough', async () => {
    const { invoke, asked } = open(signedIn('manager'), { approvedBy: juma })
    await invoke('kaunta:sales.resolve', argument)
    expect(asked).toEqual([])
  })
})

describe('a call that goes into the audit log', () => {
  it('is not carried out where the audit log cannot be written', async () => {
    const { invoke, ran } = open(signedIn('owner'), { recordFails: true })
    expect(
      await invoke('kaunta:settings.save', { section: 'shop', value: defaultSettings.shop }),
    ).toMatchObject({
      code: 'storage-failed',
    })
    expect(ran).toEqual([])
  })

  it('says so when it was not carried out after all', async () => {
    const channel = 'kaunta:ledger.quarantine'
    const { invoke, recorded } = open(signedIn('owner'), { notDone: channel })
    await invoke(channel, undefined)
    expect(recorded.map(([action]) => action)).toEqual(['ledger-set-aside', 'not-done'])
  })

  it('holds no secret', async () => {
    const { invoke, recorded } = open(signedIn('owner'))
    const typed = { kind: 'sandbox', address: 'https://pay.example', pathPrefix: 'service' }
    const secrets = { apiKey: 'PLANTED-key', apiSecret: 'PLANTED-secret' }
    await invoke('kaunta:connection.saveAndTest', { ...typed, webhookAddress: '', ...secrets })
    await invoke('kaunta:key.createPassphrase', { passphrase: 'PLANTED-passphrase' })
    expect(recorded.map(([action]) => action)).toEqual(['connection-saved', 'passphrase-created'])
    expect(JSON.stringify(recorded)).not.toContain('PLANTED')
  })

  it('never blocks a sale', async () => {
    const { invoke, ran } = open(signedIn('cashier'), { recordFails: true })
    expect(draftSchema.safeParse(mobileDraft()).success).toBe(true)
    for (const [name, argument] of [
      ['request', mobileDraft()],
      ['checkNow', { saleId: id }],
      ['handOver', { saleId: id }],
    ] as const)
      expect(await invoke(`kaunta:sales.${name}`, argument)).toMatchObject({ ok: true })
    expect(ran).toHaveLength(3)
  })
})

describe('an argument that has no JSON', () => {
  const ring: { self?: unknown } = {}
  ring.self = ring

  it.each([{ filter: 1n }, ring])('is refused by the role, and asks for no approval', argument => {
    const at: AtTill = { state: 'signed-in', member: { ...asha, role: 'cashier' } }
    const guard = createGuard({
      store: { together: work => work() },
      staff: {
        at: () => at,
        person: () => asha,
        session: () => 1,
        takeApproval: () => expect.fail('it asked'),
      },
      auditLog: {
        write: () => undefined,
        writeIfPossible: () => undefined,
      },
    })
    const admitted = guard.admit('exports.sales', 'manager', argument)
    expect(admitted).toMatchObject({ ok: false, code: 'manager-needed' })
  })
})
