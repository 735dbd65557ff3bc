import { describe, expect, it } from 'vitest'
import type { Staff } from '../../../../electron/main/people/staff'
import type { Effort } from '../../../../electron/main/store/derivation'
import { StoreFailed } from '../../../../electron/main/store/open-till'
import { success } from '../../../../shared/ipc/result'
import { withMethods } from '../../../support/parts'
import { addEverybody, names, peopleOf, pins, signInAs, staffIn } from '../../../support/staff'
import { EFFORT, PASSPHRASE } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const minute = 60_000

/** A till with one of each role that was started again: no person is signed in. `effort` is that of their PINs. */
async function openShop(effort?: Effort) {
  const folder = newFolder()
  const first = staffIn(folder, { ...(effort && { effort }) })
  const ids = await addEverybody(first.staff)
  first.stop()
  const start = () => staffIn(folder)
  return { ids, start, ...start() }
}

describe('a till without staff', () => {
  it('allows everything to everyone, and records no name', () => {
    const { staff, changes } = staffIn(newFolder())
    expect(staff.at()).toEqual({ state: 'none' })
    expect(staff.person()).toBeNull()
    expect(staff.isLocked()).toBe(false)
    staff.lockFor('pressed')
    expect(staff.isLocked()).toBe(false)
    expect(changes()).toBe(0)
  })
})

describe('signing in', () => {
  it('takes the right PIN, and is asked for after every start', async () => {
    const { staff, start, stop, ids } = await openShop()
    expect(staff.view(() => 3)).toMatchObject({ state: 'signed-out', why: 'start', watched: 3 })
    expect(staff.person()).toBeNull()
    await signInAs(staff, 'cashier')
    expect(staff.person()).toEqual({ id: ids.cashier, name: names.cashier })
    stop()
    expect(start().staff.isLocked()).toBe(true)
  })

  it('in place of another person needs the PIN first, and the audit log has both', async () => {
    const { staff, auditLog, ids } = await openShop()
    await signInAs(staff, 'cashier')
    await staff.signIn({ id: ids.manager, pin: '000000' })
    expect(staff.person()?.name).toBe(names.cashier)
    await signInAs(staff, 'manager')
    expect(staff.person()?.name).toBe(names.manager)
    const [last] = auditLog.list({ before: null, limit: 1 })
    expect(last).toMatchObject({
      action: 'signed-in',
      person: { name: names.manager },
      detail: { instead: names.cashier },
    })
  })

  it('shows who is at the till; before it the people alone are shown', async () => {
    const { staff, ids } = await openShop()
    const people = expect.arrayContaining([expect.objectContaining({ id: ids.manager })])
    expect(staff.view(() => 0)).toEqual({
      state: 'signed-out',
      why: 'start',
      people,
      watched: 0,
      results: [],
    })
    await signInAs(staff, 'manager')
    const person = { id: ids.manager, name: names.manager }
    expect(staff.view(() => 0)).toEqual({ state: 'signed-in', person, role: 'manager', people })
  })

  it('begins another session, as a lock does: no number comes twice', async () => {
    const { staff } = await openShop()
    const sessions = [staff.session()]
    for (const role of ['cashier', 'manager'] as const) {
      await signInAs(staff, role)
      sessions.push(staff.session())
      staff.lock()
      sessions.push(staff.session())
      staff.lock()
      expect(staff.session()).toBe(sessions.at(-1))
    }
    expect(new Set(sessions).size).toBe(5)
  })

  it('is refused where there are no people, and while the till is closed', async () => {
    const { staff, store, ids } = await openShop()
    const mine = { id: ids.cashier, pin: pins.cashier }
    const empty = staffIn(newFolder())
    expect(await empty.staff.signIn(mine)).toMatchObject({ code: 'till-closed' })
    store.stop()
    expect(await staff.signIn(mine)).toMatchObject({ code: 'till-closed' })
  })

  it('as a person who is not on the list says so', async () => {
    const { staff } = await openShop()
    const nobody = { id: crypto.randomUUID(), pin: pins.cashier }
    expect(await staff.signIn(nobody)).toMatchObject({ code: 'no-such-person' })
  })

  it('with a PIN that was replaced while it was being tried opens nothing', async () => {
    // The old PIN takes longer to try than the new one takes to be kept: it is replaced meanwhile.
    const { staff, ids } = await openShop({ ...EFFORT, cost: 32 * EFFORT.cost })
    await signInAs(staff, 'owner')
    const { cashier: id } = ids
    const changed = staff.change({ id, name: names.cashier, role: 'cashier', pin: '9999' })
    const tried = await staff.signIn({ id, pin: pins.cashier })
    await changed
    expect(tried).not.toMatchObject({ value: { result: 'right' } })
    expect(staff.person()?.name).toBe(names.owner)
  })
})

describe('wrong PINs', () => {
  type Shop = Pick<Awaited<ReturnType<typeof openShop>>, 'staff' | 'ids'>
  const wrong = ({ staff, ids }: Shop) => staff.signIn({ id: ids.cashier, pin: '0000' })

  it('say what comes next: tries, then a pause that grows, of that person alone', async () => {
    const shop = await openShop()
    const { staff, clock, ids } = shop
    for (const triesLeft of [4, 3, 2, 1])
      expect(await wrong(shop)).toEqual(success({ result: 'wrong', triesLeft, pauseMs: 0 }))
    for (const pauseMs of [30_000, minute, 2 * minute, 5 * minute, 15 * minute, 15 * minute]) {
      expect(await wrong(shop)).toMatchObject({ value: { result: 'wrong', triesLeft: 0, pauseMs } })
      const right = await staff.signIn({ id: ids.cashier, pin: pins.cashier })
      expect(right).toEqual(success({ result: 'paused', pauseMs }))
      await clock.pass(pauseMs - 1)
      expect(await wrong(shop)).toMatchObject({ value: { result: 'paused', pauseMs: 1 } })
      await clock.pass(1)
    }
    await signInAs(staff, 'manager')
    await signInAs(staff, 'cashier')
    expect(await wrong(shop)).toMatchObject({ value: { triesLeft: 4 } })
  })

  it('at the same moment are counted one by one', async () => {
    const shop = await openShop()
    const answers = await Promise.all(Array.from({ length: 8 }, () => wrong(shop)))
    const results = answers.map(each => (each.ok ? each.value.result : each.code))
    expect(results).toEqual([...Array(5).fill('wrong'), ...Array(3).fill('paused')])
  })

  it('are kept before they are judged: pulling the plug gives none back', async () => {
    const shop = await openShop()
    for (const _ of [1, 2, 3]) await wrong(shop)
    // The fourth is being judged when the till dies.
    const cut = wrong(shop)
    await new Promise(resolve => setImmediate(resolve))
    const again = shop.start()
    await cut
    const value = { result: 'wrong', triesLeft: 0, pauseMs: 30_000 }
    expect(await wrong({ ...shop, ...again })).toMatchObject({ value })
  })

  it.each([
    ['set back a year', -365 * 86_400_000],
    ['set forward a year', 365 * 86_400_000],
    ['left alone', 0],
  ])('keep their pause over a restart, whole, with the wall clock %s', async (_name, jump) => {
    const shop = await openShop()
    for (const _ of [1, 2, 3, 4, 5]) await wrong(shop)
    await shop.clock.pass(20_000)
    shop.clock.setForward(jump)
    expect(peopleOf(shop.staff).find(one => one.role === 'cashier')?.pauseMs).toBe(10_000)
    shop.stop()
    const again = shop.start()
    again.clock.setForward(jump)
    const tried = () => again.staff.signIn({ id: shop.ids.cashier, pin: pins.cashier })
    expect(await tried()).toMatchObject({ value: { result: 'paused', pauseMs: 30_000 } })
    await again.clock.pass(30_000)
    expect(await tried()).toMatchObject({ value: { result: 'right' } })
  })

  it('whose pause was waited out do not pause again after a restart', async () => {
    const shop = await openShop()
    for (const _ of [1, 2, 3, 4, 5]) await wrong(shop)
    await shop.clock.pass(30_000)
    shop.stop()
    const again = { ...shop, ...shop.start() }
    expect(await wrong(again)).toMatchObject({ value: { result: 'wrong', pauseMs: minute } })
  })

  it('are written with their count, which a right one ends', async () => {
    const shop = await openShop()
    const { staff, store, clock, ids } = shop
    const { cashier: id } = ids
    for (const count of [1, 2, 3, 4]) {
      await wrong(shop)
      expect(store.tries()).toEqual([{ id, wrong: count, pausing: false }])
    }
    await wrong(shop)
    expect(store.tries()).toEqual([{ id, wrong: 5, pausing: true }])
    await clock.pass(30_000)
    expect(store.tries()).toEqual([{ id, wrong: 5, pausing: false }])
    await signInAs(staff, 'cashier')
    expect(store.tries()).toEqual([{ id, wrong: 0, pausing: false }])
  })

  it('of a till that takes a passphrase keep their pause until it is open, and after', async () => {
    const folder = newFolder()
    const first = staffIn(folder, { keychain: null })
    await first.store.choosePassphrase(PASSPHRASE)
    const ids = await addEverybody(first.staff)
    for (const _ of [1, 2, 3, 4, 5]) await wrong({ ...first, ids })
    first.stop()
    const { staff, store } = staffIn(folder, { keychain: null })
    expect(store.closed()).toBe('passphrase')
    await store.open(PASSPHRASE)
    staff.opened()
    const tried = await staff.signIn({ id: ids.cashier, pin: pins.cashier })
    expect(tried).toEqual(success({ result: 'paused', pauseMs: 30_000 }))
  })

  it('have no pause that ends after the till was stopped', async () => {
    const shop = await openShop()
    for (const _ of [1, 2, 3, 4, 5]) await wrong(shop)
    const told = shop.changes()
    shop.stop()
    await shop.clock.pass(30_000)
    expect(shop.changes()).toBe(told)
  })

  it.each([new StoreFailed('till-closed', 'Planted'), new TypeError('Planted')])(
    'that cannot be counted for another reason than the disk are not judged: %s',
    async fault => {
      const folder = newFolder()
      const { staff, store, logged } = staffIn(folder)
      const { cashier: id } = await addEverybody(staff)
      const failing = withMethods(store, {
        saveTries() {
          throw fault
        },
      })
      const { staff: another } = staffIn(folder, { store: failing })
      await expect(another.signIn({ id, pin: pins.cashier })).rejects.toBe(fault)
      expect(another.isLocked()).toBe(true)
      expect(logged.join()).not.toContain('tries-not-written')
    },
  )

  it('are in the audit log, without the PIN', async () => {
    const { staff, ids, auditLog } = await openShop()
    for (const _ of [1, 2, 3, 4, 5]) await staff.signIn({ id: ids.cashier, pin: '83719' })
    const entries = auditLog.list({ before: null, limit: 5 })
    const actions = entries.map(({ action }) => action)
    expect(actions).toEqual(['pin-paused', ...Array(4).fill('pin-wrong')])
    expect(entries.map(({ detail }) => detail)).toEqual([
      { wrong: 5, pauseSeconds: 30 },
      ...[4, 3, 2, 1].map(count => ({ wrong: count, pauseSeconds: 0 })),
    ])
    expect(JSON.stringify(entries)).not.toContain('83719')
  })
})

describe('the till locks', () => {
  it('when no one touched it for as long as the owner set', async () => {
    const { staff, clock, idle } = await openShop()
    idle.minutes = 5
    await signInAs(staff, 'cashier')
    await clock.pass(4 * minute)
    expect(staff.active()).toEqual(success(null))
    await clock.pass(5 * minute - 1)
    expect(staff.isLocked()).toBe(false)
    await clock.pass(1)
    expect(staff.view(() => 0)).toMatchObject({ state: 'signed-out', why: 'idle' })
  })

  it('not while a payment on the screen waits: the time begins with its result', async () => {
    const { staff, clock, idle, screen } = await openShop()
    idle.minutes = 1
    await signInAs(staff, 'cashier')
    screen.awaited = true
    await clock.pass(10 * minute + 30_000)
    expect(staff.isLocked()).toBe(false)
    screen.awaited = false
    staff.touch()
    await clock.pass(minute - 1)
    expect(staff.isLocked()).toBe(false)
    await clock.pass(1)
    expect(staff.isLocked()).toBe(true)
  })

  it('never by itself where 0 minutes are set, and from the moment that is changed', async () => {
    const { staff, clock, idle } = await openShop()
    await signInAs(staff, 'cashier')
    await clock.pass(1_000 * minute)
    expect(staff.isLocked()).toBe(false)
    staff.touch()
    idle.minutes = 1
    staff.idleChanged()
    await clock.pass(minute)
    expect(staff.isLocked()).toBe(true)
  })

  it.each([
    ['pressed', (staff: Staff) => staff.lock()],
    ['suspend', (staff: Staff) => staff.lockFor('suspend')],
  ] as const)('for a reason that is in the audit log: %s', async (why, lock) => {
    const { staff, auditLog } = await openShop()
    await signInAs(staff, 'cashier')
    lock(staff)
    expect(staff.view(() => 0)).toMatchObject({ state: 'signed-out', why })
    expect(auditLog.list({ before: null, limit: 1 })).toMatchObject([
      { action: 'locked', person: { name: names.cashier }, detail: { why } },
    ])
  })
})

describe('a PIN that is shorter than the owner asks for now', () => {
  async function shortPin() {
    const shop = await openShop()
    shop.policy.pinDigits = 6
    return { ...shop, mine: { id: shop.ids.cashier, pin: pins.cashier } }
  }

  it('signs no one in until it is replaced, and leaves the others as they are', async () => {
    const { staff, mine } = await shortPin()
    expect(await staff.signIn(mine)).toEqual(success({ result: 'too-short', digits: 6 }))
    expect(staff.isLocked()).toBe(true)
    await signInAs(staff, 'manager')
    expect(staff.person()?.name).toBe(names.manager)
  })

  it('is replaced by its own person, who is then signed in, also after a start', async () => {
    const { staff, auditLog, mine, stop, start } = await shortPin()
    const renewed = await staff.renewPin({ ...mine, newPin: '471147' })
    expect(renewed).toEqual(success({ result: 'right' }))
    expect(staff.person()?.name).toBe(names.cashier)
    expect(auditLog.list({ before: null, limit: 2 })).toMatchObject([
      { action: 'signed-in', person: { name: names.cashier } },
      { action: 'person-changed', person: { name: names.cashier }, detail: { newPin: true } },
    ])
    stop()
    const again = start()
    again.policy.pinDigits = 6
    expect(await again.staff.signIn(mine)).toMatchObject({ value: { result: 'wrong' } })
    const longer = { ...mine, pin: '471147' }
    expect(await again.staff.signIn(longer)).toEqual(success({ result: 'right' }))
  })

  it('is replaced by no short one, and by no person who does not know it', async () => {
    const { staff, mine } = await shortPin()
    const short = await staff.renewPin({ ...mine, newPin: '47114' })
    expect(short).toMatchObject({ code: 'pin-too-short' })
    const strangers = await staff.renewPin({ ...mine, pin: '0000', newPin: '471147' })
    expect(strangers).toMatchObject({ value: { result: 'wrong', triesLeft: 4 } })
    expect(staff.isLocked()).toBe(true)
    expect(await staff.signIn(mine)).toMatchObject({ value: { result: 'too-short' } })
  })

  it('is replaced once where two try at the same time', async () => {
    const { staff, mine } = await shortPin()
    const renew = (newPin: string) => staff.renewPin({ ...mine, newPin })
    const both = await Promise.all(['471147', '471148'].map(renew))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('is the only one that its person may replace', async () => {
    const { staff, ids } = await shortPin()
    const asked = { id: ids.manager, pin: pins.manager, newPin: '999999' }
    expect(await staff.renewPin(asked)).toMatchObject({ code: 'bad-argument' })
    expect(staff.isLocked()).toBe(true)
  })
})
