import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGuard } from '../../../../electron/main/ipc/guard'
import type { AtTill } from '../../../../electron/main/people/access'
import { StoreFailed } from '../../../../electron/main/store/open-till'
import type { LeastRole } from '../../../../shared/ipc/call'
import { failure, success } from '../../../../shared/ipc/result'
import { defaultSettings } from '../../../../shared/settings'
import { hasRole, type Role, roles } from '../../../../shared/staff'
import { samplesOf } from '../../../support/contract-samples'
import { members, openTable, unprovable } from '../../../support/ipc-handlers'
import { mobileDraft } from '../../../support/payments/payments'

const id = '0192f000-0000-4000-8000-000000000001'
const asha = { id, name: 'Asha' }

/** Every call with an argument that passes its schema: nothing but the role can be the reason for a refusal. */
const soundCalls = members.map(({ argument, ...call }) => {
  const [sound] = samplesOf(argument)
  return { ...call, argument: sound }
})

/** Calls as the window does that may make each call. */
function open(
  at: AtTill,
  { approvedBy = null as typeof asha | null, recordFails = false, notDone = '' } = {},
) {
  const recorded: unknown[][] = []
  const asked: [string, string][] = []
  const table = openTable({
    handle: channel => (channel === notDone ? failure('export-first', '') : success(null)),
    guard: createGuard({
      store: unprovable,
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
        record(...action) {
          if (recordFails) throw new StoreFailed('storage-failed', 'The disk is full')
          recorded.push(action)
        },
        recordIfPossible: (...action) => void recorded.push(action),
      },
    }),
  })
  return { ...table, recorded, asked }
}

const signedIn = (role: Role): AtTill => ({ state: 'signed-in', member: { ...asha, role } })

const closed: [AtTill, string] = [{ state: 'closed', reason: 'gone' }, 'till-closed']

/** The role that a call takes at a till that is open. */
const roleIn = (role: Exclude<LeastRole, 'anyone'>): Role =>
  role === 'owner-or-closed' ? 'owner' : role

describe('every call of the contract', () => {
  it.each(soundCalls)('$group $name is refused to a person without the role', async call => {
    const { channel, argument, role } = call
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

  it.each(soundCalls)('$group $name is open to a person with it', async call => {
    const { channel, argument, role } = call
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
      expect(ran).toMatchObject([{ channel }])
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
      'settings.saveDisplay',
      'customer.view',
      'staff.signIn',
      'staff.renewPin',
      'staff.lock',
      'staff.startOver',
    ])
  })

  it.each(members.filter(({ role }) => role !== 'anyone'))(
    '$group.$name looks at no argument of an outsider',
    async ({ channel }) => {
      const { invoke, ran } = open({ state: 'signed-out' })
      await fc.assert(
        fc.asyncProperty(fc.anything(), async argument => {
          expect(await invoke(channel, argument)).toMatchObject({ code: 'signed-out' })
        }),
        { numRuns: 20 },
      )
      expect(ran).toEqual([])
    },
  )
})

describe('a call that a manager allows', () => {
  const juma = { id: '0192f000-0000-4000-8000-000000000002', name: 'Juma' }
  const argument = { action: 'resolve', paymentId: id, status: '', reason: 'because', how: 'other' }

  it('is carried out with the argument that came, and its handler knows who approved', async () => {
    const { invoke, ran, asked } = open(signedIn('cashier'), { approvedBy: juma })
    expect(await invoke('kaunta:payments.decide', argument)).toMatchObject({ ok: true })
    const caller = { person: asha, approvedBy: juma }
    expect(ran).toMatchObject([{ channel: 'kaunta:payments.decide', caller }])
    expect(asked).toEqual([['payments.decide', JSON.stringify(argument)]])
  })

  it('is recorded with both', async () => {
    const { invoke, recorded } = open(signedIn('cashier'), { approvedBy: juma })
    await invoke('kaunta:connection.choose', { kind: 'practice' })
    const detail = { kind: 'practice', approvedBy: 'Juma' }
    expect(recorded).toEqual([['connection-chosen', asha, detail]])
  })

  it('asks for no approval where the role is enough', async () => {
    const { invoke, asked } = open(signedIn('manager'), { approvedBy: juma })
    await invoke('kaunta:payments.decide', argument)
    expect(asked).toEqual([])
  })
})

describe('a call that goes into the audit log', () => {
  it('is not carried out where the audit log cannot be written', async () => {
    const { invoke, ran } = open(signedIn('owner'), { recordFails: true })
    const saved = { section: 'shop', value: defaultSettings.shop }
    expect(await invoke('kaunta:settings.save', saved)).toMatchObject({ code: 'storage-failed' })
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
    await invoke('kaunta:key.choosePassphrase', { passphrase: 'PLANTED-passphrase', proof: '' })
    expect(recorded.map(([action]) => action)).toEqual(['connection-saved'])
    expect(JSON.stringify(recorded)).not.toContain('PLANTED')
  })

  it('never blocks a payment', async () => {
    const { invoke, ran } = open(signedIn('cashier'), { recordFails: true })
    const calls = [
      ['request', mobileDraft()],
      ['act', { action: 'check-now', paymentId: id }],
      ['act', { action: 'hand-over', paymentId: id }],
    ] as const
    for (const [name, argument] of calls)
      expect(await invoke(`kaunta:payments.${name}`, argument)).toMatchObject({ ok: true })
    expect(ran).toHaveLength(3)
  })
})

describe('an argument that has no JSON', () => {
  const ring: { self?: unknown } = {}
  ring.self = ring

  it.each([{ filter: 1n }, ring])(
    'is refused by the role, and asks for no approval',
    async argument => {
      const { invoke, asked } = open(signedIn('cashier'))
      const answer = await invoke('kaunta:exports.payments', argument)
      expect(answer).toMatchObject({ ok: false, code: 'manager-needed' })
      expect(asked).toEqual([])
    },
  )
})
