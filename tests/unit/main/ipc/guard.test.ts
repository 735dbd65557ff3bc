import { describe, expect, it } from 'vitest'
import { createGuard } from '../../../../electron/main/ipc/guard'
import { auditDetailSchema } from '../../../../shared/audit-entry'
import type { Recording } from '../../../../shared/ipc/call'
import type { SavedSection } from '../../../../shared/ipc/calls/settings'
import { calls } from '../../../../shared/ipc/contract'
import { noWords, type StatusWords } from '../../../../shared/payment/status-words'
import { addEverybody, idOf, names, pins, signInAs, staffIn } from '../../../support/staff'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const call = 'connection.addAuthority'
const argument = { kind: 'sandbox' }

/** A shop whose owner is at the till, and the guard on its real staff and record. */
async function openShop() {
  const { staff, auditLog, store } = staffIn(newFolder())
  await addEverybody(staff)
  const guard = createGuard({ store, staff, auditLog })
  const admit = () => {
    const admitted = guard.admit(call, 'owner', argument)
    return admitted.ok ? admitted : expect.fail(admitted.code)
  }
  const lastEntries = (limit: number) => auditLog.list({ before: null, limit })
  return { staff, guard, admit, lastEntries }
}

describe('after a wait for a person', () => {
  it('a call goes on while the same person is at the till', async () => {
    const { admit } = await openShop()
    expect(admit().stillAdmitted()).toBeNull()
  })

  it.each([
    ['a cashier is at the till', true, 'cashier'],
    ['the same owner has signed in again', true, 'owner'],
    ['no person is at the till', true, null],
    ['another person took over without a lock', false, 'manager'],
  ] as const)('a call is refused where %s', async (_name, isLocked, next) => {
    const { staff, admit } = await openShop()
    const { stillAdmitted } = admit()
    if (isLocked) staff.lockFor('idle')
    if (next) await signInAs(staff, next)
    expect(stillAdmitted()).toMatchObject({ ok: false, code: 'session-ended' })
  })

  it('a call is refused where the person has another role', async () => {
    const { staff, admit } = await openShop()
    const { stillAdmitted } = admit()
    await staff.add({ name: 'Second', role: 'owner', pin: '975310' })
    const id = idOf(staff, 'owner')
    const changed = await staff.change({ id, name: names.owner, role: 'cashier', pin: null })
    expect(changed).toMatchObject({ ok: true })
    expect(stillAdmitted()).toMatchObject({ ok: false, code: 'owner-needed' })
  })

  it('a till without staff goes on until it has an owner', async () => {
    const { staff, auditLog, store } = staffIn(newFolder())
    const admitted = createGuard({ store, staff, auditLog }).admit(call, 'owner', argument)
    if (!admitted.ok) return expect.fail(admitted.code)
    expect(admitted.stillAdmitted()).toBeNull()
    await staff.add({ name: names.owner, role: 'owner', pin: pins.owner })
    expect(admitted.stillAdmitted()).toMatchObject({ code: 'session-ended' })
  })

  it('the audit log names the person who began, and that it was not done', async () => {
    const { staff, guard, admit, lastEntries } = await openShop()
    const { person } = admit()
    await signInAs(staff, 'cashier')
    guard.recordFailure(call, 'session-ended', person)
    guard.recordFailure('day.close', 'cash-up-unsigned', person)
    for (const entry of lastEntries(2))
      expect(entry).toMatchObject({ action: 'not-done', person: { name: names.owner } })
  })
})

describe('what is chosen in a dialog after the PIN', () => {
  it('cannot be allowed by a PIN: an owner has to be signed in', async () => {
    const { staff } = await openShop()
    await signInAs(staff, 'cashier')
    const asked = { channel: call, argument: JSON.stringify(argument) }
    const pin = { id: idOf(staff, 'owner'), pin: pins.owner }
    const answered = await staff.approve({ ...pin, ...asked })
    expect(answered).toMatchObject({ ok: false, code: 'approver-must-sign-in' })
    expect(staff.takeApproval(call, asked.argument)).toBeNull()
  })
})

describe('status words in the audit log', () => {
  const detailOf = (words: StatusWords) => {
    const { audit } = calls.settings.save
    // Sound: it is the audit of this very call.
    const recording = audit as Recording<SavedSection>
    return recording({ section: 'words', value: words }).detail
  }

  it('are there word by word', () => {
    expect(detailOf({ ...noWords, paid: ['processed_ok', 'a, b'], pending: ['queued'] })).toEqual({
      ...detailOf(noWords),
      section: 'words',
      paid: '"processed_ok", "a, b"',
      failed: '',
      pending: '"queued"',
    })
  })

  it('are all there where the lists are as long as they can be', () => {
    const many = (letter: string) =>
      Array.from({ length: 50 }, (_, at) => `${letter.repeat(62)}${String(at).padStart(2, '0')}`)
    const words = { ...noWords, paid: many('p'), failed: many('f'), pending: many('w') }
    const detail = detailOf(words)
    expect(auditDetailSchema.safeParse(detail).success).toBe(true)
    const text = Object.values(detail).join(' ')
    for (const word of Object.values(words).flat()) expect(text).toContain(JSON.stringify(word))
  })
})
