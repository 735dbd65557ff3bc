import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PeopleList } from '../../../../electron/main/people/people-list'
import type { TillStore } from '../../../../electron/main/store/till-store'
import {
  addEverybody,
  idOf,
  names,
  peopleOf,
  pins,
  signInAs,
  staffIn,
} from '../../../support/staff'
import { EFFORT, saveKeys } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const open = () => staffIn(newFolder())

/** The list itself, for what happens between a PIN that was right and the new one. */
const listOn = (store: TillStore) =>
  new PeopleList({
    store,
    person: () => null,
    newId: randomUUID,
    random: randomBytes,
    effort: EFFORT,
    pinDigits: () => 4,
  })

const first = { name: 'Neema', role: 'owner', pin: '246810' } as const

describe('the first person', () => {
  it.each(['cashier', 'manager'] as const)('is not a %s', async role => {
    const { staff } = open()
    expect(await staff.add({ ...first, role })).toMatchObject({ code: 'first-owner' })
    expect(staff.at()).toEqual({ state: 'none' })
  })

  it('is an owner, and at the till at once', async () => {
    const { staff } = open()
    expect(await staff.add(first)).toMatchObject({ ok: true })
    expect(staff.at()).toMatchObject({ state: 'signed-in', member: { role: 'owner' } })
  })

  it('needs something to seal with: without a keychain a passphrase', async () => {
    const { staff, store } = staffIn(newFolder(), { keychain: null })
    await expect(staff.add(first)).rejects.toMatchObject({ reason: 'passphrase-needed' })
    expect(staff.at()).toEqual({ state: 'none' })
    await store.choosePassphrase('correct horse battery')
    expect(await staff.add(first)).toMatchObject({ ok: true })
  })
})

describe('the last owner', () => {
  it('can neither be removed nor be made anything else', async () => {
    const { staff } = open()
    const { owner } = await addEverybody(staff)
    const refused = { code: 'last-owner' }
    expect(staff.remove({ id: owner })).toMatchObject(refused)
    for (const role of ['cashier', 'manager'] as const)
      expect(await staff.change({ id: owner, name: 'N', role, pin: null })).toMatchObject(refused)
    expect(idOf(staff, 'owner')).toBe(owner)
  })

  it('is not the last while there is another, no matter who goes first', async () => {
    const { staff } = open()
    const { owner } = await addEverybody(staff)
    await staff.add({ name: 'Second', role: 'owner', pin: '999999' })
    expect(staff.remove({ id: owner })).toMatchObject({ ok: true })
    expect(staff.remove({ id: idOf(staff, 'owner') })).toMatchObject({ code: 'last-owner' })
  })
})

describe('a PIN', () => {
  it.each([
    ['cashier', '123', '1234'],
    ['manager', '12345', '123456'],
    ['owner', '12345', '123456'],
  ] as const)('of a %s is not as short as %s', async (role, short, enough) => {
    const { staff } = open()
    await addEverybody(staff)
    const given = { name: 'New', role }
    expect(await staff.add({ ...given, pin: short })).toMatchObject({ code: 'pin-too-short' })
    expect(await staff.add({ ...given, pin: enough })).toMatchObject({ ok: true })
  })

  it('is asked again where a role takes a longer one', async () => {
    const { staff } = open()
    const { cashier: id } = await addEverybody(staff)
    const given = { id, name: names.cashier, role: 'manager' } as const
    expect(await staff.change({ ...given, pin: null })).toMatchObject({ code: 'pin-too-short' })
    expect(await staff.change({ ...given, pin: '123456' })).toMatchObject({ ok: true })
    expect(await staff.signIn({ id, pin: '123456' })).toMatchObject({ value: { result: 'right' } })
    const old = await staff.signIn({ id, pin: pins.cashier })
    expect(old).toMatchObject({ value: { result: 'wrong' } })
  })

  it('that is new ends the pause of the old one, also after a start; another name does not', async () => {
    const folder = newFolder()
    const { staff, stop } = staffIn(folder)
    const { cashier: id } = await addEverybody(staff)
    for (const _ of [1, 2, 3, 4, 5]) await staff.signIn({ id, pin: '0000' })
    const given = { id, name: 'Asha Renamed', role: 'cashier' } as const
    await staff.change({ ...given, pin: null })
    const paused = await staff.signIn({ id, pin: pins.cashier })
    expect(paused).toMatchObject({ value: { result: 'paused' } })
    await staff.change({ ...given, pin: '8888' })
    stop()
    const { staff: again } = staffIn(folder)
    expect(await again.signIn({ id, pin: '0000' })).toMatchObject({ value: { triesLeft: 4 } })
    expect(await again.signIn({ id, pin: '8888' })).toMatchObject({ value: { result: 'right' } })
  })
})

describe('people', () => {
  it('have different names that do not look alike', async () => {
    const { staff } = open()
    const { cashier } = await addEverybody(staff)
    const capitals = names.owner.toUpperCase()
    // Capitals, Cyrillic letters, a zero-width space, a filler, full-width letters.
    const alike = ['Аshа Рlаntеd', 'Asha\u200b Planted', 'Asha Planted\u3164', 'Ａｓｈａ Planted']
    for (const name of [capitals, ...alike]) {
      const added = await staff.add({ name, role: 'cashier', pin: '1234' })
      expect(added).toMatchObject({ code: 'name-taken' })
    }
    const asked = { id: cashier, name: capitals, role: 'cashier', pin: null } as const
    expect(await staff.change(asked)).toMatchObject({ code: 'name-taken' })
  })

  it('who are removed leave the till, and stay in the audit log', async () => {
    const { staff, auditLog } = open()
    const { cashier } = await addEverybody(staff)
    await signInAs(staff, 'cashier')
    expect(staff.remove({ id: cashier })).toMatchObject({ ok: true })
    expect(staff.view(() => 0)).toMatchObject({ state: 'signed-out', why: 'removed' })
    expect(peopleOf(staff).map(({ name }) => name)).not.toContain(names.cashier)
    expect(JSON.stringify(auditLog.list({ before: null, limit: 3 }))).toContain(names.cashier)
  })

  it('who are removed are the only ones that leave the till', async () => {
    const { staff } = open()
    const { cashier } = await addEverybody(staff)
    staff.remove({ id: cashier })
    expect(staff.person()?.name).toBe(names.owner)
  })

  it('who are gone cannot be changed, removed or given another PIN, also where they go meanwhile', async () => {
    const { staff, store } = open()
    const gone = { code: 'no-such-person' }
    const { cashier, manager } = await addEverybody(staff)
    const asked = { id: cashier, name: names.cashier, role: 'cashier' } as const
    const changing = staff.change({ ...asked, pin: '9999' })
    expect(staff.remove({ id: cashier })).toMatchObject({ ok: true })
    expect(await changing).toMatchObject(gone)
    expect(await staff.change({ ...asked, pin: null })).toMatchObject(gone)
    expect(staff.remove({ id: cashier })).toMatchObject(gone)
    expect(peopleOf(staff).map(({ id }) => id)).not.toContain(cashier)

    const people = listOn(store)
    const juma = people.find(manager) ?? expect.fail('No manager')
    const renewing = people.renewPin(juma, '999999')
    people.remove(manager)
    expect(await renewing).toMatchObject(gone)
    expect(people.find(manager)).toBeNull()
  })

  it('do not replace a PIN that an owner has replaced meanwhile', async () => {
    const { staff, store } = open()
    const { manager: id } = await addEverybody(staff)
    const people = listOn(store)
    const juma = people.find(id) ?? expect.fail('No manager')
    await staff.change({ id, name: names.manager, role: 'manager', pin: '888888' })
    expect(await people.renewPin(juma, '999999')).toMatchObject({ code: 'no-such-person' })
    expect(await staff.signIn({ id, pin: '888888' })).toMatchObject({ value: { result: 'right' } })
  })

  it('are the same after two presses at once', async () => {
    const { staff } = open()
    await addEverybody(staff)
    const given = { name: 'Twice', role: 'cashier', pin: '1234' } as const
    const added = await Promise.all([staff.add(given), staff.add(given)])
    expect(added.filter(({ ok }) => ok)).toHaveLength(1)
    expect(peopleOf(staff).filter(({ name }) => name === 'Twice')).toHaveLength(1)
  })
})

describe('the audit log', () => {
  const owned = async () => {
    const opened = open()
    const ids = await addEverybody(opened.staff)
    const person = { id: ids.owner, name: names.owner }
    const entries = (limit: number) =>
      opened.auditLog.list({ before: null, limit }).map(({ action, person: by, detail }) => ({
        action,
        by,
        detail,
      }))
    return { ...opened, ids, person, entries }
  }

  it('records each person who was added, their role, and who added them', async () => {
    const { ids, person, entries } = await owned()
    const added = (role: keyof typeof ids, by: typeof person | null = person) => ({
      action: 'person-added',
      by,
      detail: { id: ids[role], name: names[role], role },
    })
    expect(entries(4)).toEqual([
      added('cashier'),
      added('manager'),
      { action: 'signed-in', by: person, detail: { role: 'owner' } },
      added('owner', null),
    ])
  })

  it('records the name and role of a person before and after a change, and whether the PIN is new', async () => {
    const { staff, ids, person, entries } = await owned()
    const asked = { id: ids.cashier, name: 'Asha Promoted', role: 'manager' } as const
    await staff.change({ ...asked, pin: '123456' })
    await staff.change({ ...asked, name: names.cashier, pin: null })
    const changed = (detail: object) => ({ action: 'person-changed', by: person, detail })
    expect(entries(2)).toEqual([
      changed({
        id: ids.cashier,
        name: names.cashier,
        role: 'manager',
        nameBefore: 'Asha Promoted',
        roleBefore: 'manager',
        newPin: false,
      }),
      changed({
        ...asked,
        nameBefore: names.cashier,
        roleBefore: 'cashier',
        newPin: true,
      }),
    ])
  })

  it('records a person who was removed', async () => {
    const { staff, ids, person, entries } = await owned()
    staff.remove({ id: ids.manager })
    const detail = { id: ids.manager, name: names.manager, role: 'manager' }
    expect(entries(1)).toEqual([{ action: 'person-removed', by: person, detail }])
  })

  it('records how many people were set aside where no owner could sign in', async () => {
    const { staff, store, person, entries } = await owned()
    saveKeys(store)
    expect(staff.startOver()).toMatchObject({ ok: true })
    expect(staff.at()).toEqual({ state: 'none' })
    expect(entries(2)).toEqual([
      { action: 'staff-set-aside', by: null, detail: { people: 3 } },
      { action: 'locked', by: person, detail: { why: 'removed' } },
    ])
    expect(staff.startOver()).toMatchObject({ ok: true })
    expect(entries(1)).toMatchObject([{ detail: { people: 3 } }])
  })
})

describe('an owner who asks for six digits', () => {
  it('alone sees whose PIN is shorter, and can set no short one any more', async () => {
    const { staff, policy } = open()
    const { cashier } = await addEverybody(staff)
    const short = () => peopleOf(staff).flatMap(person => (person.shortPin ? [person.id] : []))
    expect(short()).toEqual([])
    policy.pinDigits = 6
    expect(short()).toEqual([cashier])
    await signInAs(staff, 'manager')
    expect(short()).toEqual([])
    await signInAs(staff, 'owner')
    const asked = { id: cashier, name: names.cashier, role: 'cashier' as const }
    for (const pin of [null, '47112'])
      expect(await staff.change({ ...asked, pin })).toMatchObject({ code: 'pin-too-short' })
    expect(await staff.change({ ...asked, pin: '471147' })).toMatchObject({ ok: true })
    expect(short()).toEqual([])
  })
})
