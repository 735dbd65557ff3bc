import { describe, expect, it } from 'vitest'
import { staffCalls } from '../../../../shared/ipc/calls/people'
import { addEverybody, idOf, names, pins, signInAs, staffIn } from '../../../support/staff'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const channel = 'payments.decide'
const argument = '{"action":"resolve","paymentId":"1"}'

/** A cashier is at the till. */
async function open() {
  const opened = staffIn(newFolder())
  await addEverybody(opened.staff)
  await signInAs(opened.staff, 'cashier')
  const { staff } = opened
  const approve = (role: keyof typeof pins, pin: string = pins[role]) =>
    staff.approve({ id: idOf(staff, role), pin, channel, argument })
  const juma = { id: idOf(staff, 'manager'), name: names.manager }
  const lastActions = (limit: number) =>
    opened.auditLog.list({ before: null, limit }).map(({ action }) => action)
  return { ...opened, approve, juma, lastActions }
}

describe('an approval', () => {
  it('is for one call, once, and both are in the audit log', async () => {
    const { staff, approve, auditLog, juma } = await open()
    expect(await approve('manager')).toEqual({ ok: true, value: { result: 'right' } })
    expect(auditLog.list({ before: null, limit: 1 })).toMatchObject([
      {
        action: 'approved',
        person: juma,
        detail: { call: 'payments.resolve', for: names.cashier },
      },
    ])
    expect(staff.takeApproval(channel, argument)).toEqual(juma)
    expect(staff.takeApproval(channel, argument)).toBeNull()
    expect(staff.person()?.name).toBe(names.cashier)
  })

  it.each([
    ['another call', 'payments.act', argument],
    ['another argument', channel, '{"paymentId":"2"}'],
  ])('is not for %s', async (_name, otherChannel, otherArgument) => {
    const { staff, approve, juma } = await open()
    await approve('manager')
    expect(staff.takeApproval(otherChannel, otherArgument)).toBeNull()
    expect(staff.takeApproval(channel, argument)).toEqual(juma)
  })

  it('lasts half a minute, however the wall clock is set', async () => {
    const { staff, approve, clock, juma } = await open()
    await approve('manager')
    clock.setForward(3_600_000)
    expect(staff.takeApproval(channel, argument)).toEqual(juma)
    await approve('manager')
    clock.setBack(7_200_000)
    await clock.pass(30_000)
    expect(staff.takeApproval(channel, argument)).toBeNull()
  })

  it('ends with the person it was given to', async () => {
    const { staff, approve } = await open()
    await approve('manager')
    staff.lockFor('pressed')
    await signInAs(staff, 'cashier')
    expect(staff.takeApproval(channel, argument)).toBeNull()
    await approve('manager')
    await staff.signIn({ id: idOf(staff, 'owner'), pin: pins.owner })
    expect(staff.takeApproval(channel, argument)).toBeNull()
  })

  it('is not given by who has not the role, nor by a wrong PIN, which counts', async () => {
    const { staff, approve } = await open()
    expect(await approve('cashier')).toMatchObject({ code: 'manager-needed' })
    const wrong = () => approve('manager', '000000')
    for (const triesLeft of [4, 3, 2, 1])
      expect(await wrong()).toMatchObject({ value: { result: 'wrong', triesLeft } })
    expect(await wrong()).toMatchObject({ value: { pauseMs: 30_000 } })
    expect(await approve('manager')).toMatchObject({ value: { result: 'paused' } })
    expect(staff.takeApproval(channel, argument)).toBeNull()
  })

  it('is refused to a person without the role before their PIN is tried', async () => {
    const { staff, approve, store } = await open()
    const counted = store.tries()
    for (const pin of ['0000', pins.cashier])
      expect(await approve('cashier', pin)).toMatchObject({ code: 'manager-needed' })
    expect(store.tries()).toEqual(counted)
    const owners = { channel: 'staff.add', argument: '{}' }
    const juma = { id: idOf(staff, 'manager'), pin: pins.manager }
    expect(await staff.approve({ ...juma, ...owners })).toMatchObject({ code: 'owner-needed' })
  })

  it('is not given to a person who left while the PIN was tried', async () => {
    const { staff, approve, lastActions } = await open()
    const approving = approve('manager')
    staff.lockFor('pressed')
    expect(await approving).toMatchObject({ code: 'manager-needed' })
    await signInAs(staff, 'cashier')
    expect(staff.takeApproval(channel, argument)).toBeNull()
    expect(lastActions(3)).not.toContain('approved')
  })

  it('is not given by a person who lost the role while the PIN was tried', async () => {
    const { staff, approve, juma, lastActions } = await open()
    const approving = approve('manager')
    await staff.change({ ...juma, role: 'cashier', pin: null })
    expect(await approving).toMatchObject({ code: 'manager-needed' })
    expect(staff.takeApproval(channel, argument)).toBeNull()
    expect(lastActions(3)).not.toContain('approved')
  })

  it.each([
    ['a call that anyone may make', 'staff.lock', 'bad-argument'],
    ['a call that an owner or a closed till makes', 'backup.cancel', 'bad-argument'],
    ['no call', 'planted.call', 'bad-argument'],
    ['a call whose content is chosen after the PIN', 'backup.save', 'approver-must-sign-in'],
  ])('is not given for %s', async (_name, otherChannel, code) => {
    const { staff, lastActions } = await open()
    const owner = { id: idOf(staff, 'owner'), pin: pins.owner }
    const asked = { ...owner, channel: otherChannel, argument: '' }
    expect(await staff.approve(asked)).toMatchObject({ code })
    expect(staff.takeApproval(otherChannel, '')).toBeNull()
    expect(lastActions(1)).toEqual(['signed-in'])
  })

  it('can be asked for a closing that signs off many payments', () => {
    const paymentId = '0192f000-0000-4000-8000-000000000001'
    const signOffs = Array(1_000).fill({ paymentId, reason: 'The customer left' })
    const closing = JSON.stringify({ period: 1, signOffs, counted: [] })
    const asked = { id: paymentId, pin: pins.manager, channel: 'day.close', argument: closing }
    expect(staffCalls.approve.argument.safeParse(asked).success).toBe(true)
  })

  it('is in the audit log with the payment that it is about', async () => {
    const { staff, auditLog } = await open()
    const paymentId = '0192f000-0000-4000-8000-000000000001'
    const resolving = JSON.stringify({ paymentId, reason: 'Planted', how: 'other' })
    const id = idOf(staff, 'manager')
    await staff.approve({ id, pin: pins.manager, channel, argument: resolving })
    const [approved] = auditLog.list({ before: null, limit: 1 })
    expect(approved?.detail).toMatchObject({ call: channel, for: names.cashier, paymentId })
  })
})
