import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { describe, expect, it } from 'vitest'
import { findCardNumber } from '../../../../electron/main/ipc/argument-text'
import { registerHandlers } from '../../../../electron/main/ipc/register'
import { mayCall, type WindowKind } from '../../../../electron/main/outputs/windows/permissions'
import { channelOf } from '../../../../shared/ipc/bridge'
import { calls } from '../../../../shared/ipc/contract'
import { success } from '../../../../shared/ipc/result'
import { leavesOf, samplesOf } from '../../../support/contract-samples'
import { allHandlers, openToAll } from '../../../support/ipc-handlers'
import { listeningLog } from '../../../support/parts'

const members = Object.entries(calls).flatMap(([group, names]) =>
  Object.entries(names).map(([name, { argument }]) => ({ group, name, argument })),
)

/** Every place of the contract that text or a number can come to. */
const places = members.flatMap(({ group, name, argument }) =>
  leavesOf(argument).map(leaf => ({ ...leaf, group, name, call: `${group}.${name}` })),
)
const texts = places.filter(({ kind }) => kind === 'text')

type Listener = Parameters<IpcMain['handle']>[1]

/** The real table of channels, and what reached a handler behind it. */
function open() {
  const listeners = new Map<string, Listener>()
  const ran: string[] = []
  const { log, lines } = listeningLog()
  let calling: WindowKind | null = null
  registerHandlers({
    ipcMain: { handle: (channel, listener) => listeners.set(channel, listener) },
    handlers: allHandlers(channel => {
      ran.push(channel)
      return success(null)
    }),
    senderOf: () => calling,
    guard: openToAll,
    log,
  })
  const invoke = async (channel: string, argument: unknown): Promise<{ code?: string }> => {
    const listener = listeners.get(channel) ?? expect.fail(`${channel} is not open`)
    calling = mayCall('till', channel) ? 'till' : 'customer'
    return listener({} as IpcMainInvokeEvent, argument)
  }
  return { ran, lines, invoke }
}

const card = '4111 1111 1111 1111'

/** What is sealed at once, was chosen as a passphrase, or has a password that a computer drew: no number in it is checked. */
const letThrough = [
  'connection.saveAndTest:apiKey',
  'connection.saveAndTest:apiSecret',
  'key.createPassphrase:passphrase',
  'key.open:proof',
  'key.openWithKeys:apiKey',
  'key.openWithKeys:apiSecret',
  'key.recoveryCode:proof',
  'key.printRecoveryCode:proof',
  'backup.restore:passphrase',
  'exports.showInFolder:file',
  'staff.approve:argument',
  'staff.startOver:proof',
  'backup.save:passphrase',
  'backup.save:proof',
  'backup.beginDaily:passphrase',
  'backup.beginDaily:proof',
  'backup.inspect:passphrase',
  'backup.restore:proof',
  'backup.goOn:proof',
  'shop.saveAndTest:address',
  'shop.setUp:address',
  'shop.takePlace:address',
]

describe('the code of an item', () => {
  it('may be what is printed on goods, and no card number', () => {
    const codeIs = (code: string) =>
      findCardNumber('settings.save', { section: 'charging', value: { items: [{ code }] } })
    expect(codeIs('5901234123457')).toBeNull()
    expect(codeIs('4111111111111111')).toBe('value.items.0.code')
  })
})

describe('a card number', () => {
  it('has many places in the contract to be typed into', () => {
    const named = texts.map(({ call, path }) => `${call}:${path}`)
    expect(named).toEqual(
      expect.arrayContaining([
        'sales.request:note',
        'sales.request:customer.address',
        'sales.resolve:reason',
        'search.find:filter.text',
        'settings.save:value.name',
        'settings.save:value.customer.firstName',
        'settings.save:value.paid.0',
        'connection.saveAndTest:webhookAddress',
      ]),
    )
  })

  it.each(members)('$group.$name takes what the samples are made of', async member => {
    const { invoke, ran } = open()
    const channel = channelOf(member.group, member.name)
    for (const sample of samplesOf(member.argument))
      expect(await invoke(channel, sample), JSON.stringify(sample)).toMatchObject({ ok: true })
    expect(ran.length).toBeGreaterThan(0)
  })

  it.each(texts)(
    'in $call $path is refused where it is no code or key',
    async ({ group, name, call, path, put }) => {
      const { invoke, ran, lines } = open()
      const channel = channelOf(group, name)
      const isLetThrough = letThrough.includes(`${call}:${path}`)
      for (const typed of [card, card.replaceAll(' ', ''), `${card} 12/27`]) {
        const told = await invoke(channel, put(typed))
        if (isLetThrough) expect(told).toMatchObject({ ok: true })
        // Where the schema already takes no such text, it says so first.
        else expect(['card-number-typed', 'bad-argument']).toContain(told.code)
        expect(JSON.stringify(told)).not.toContain('1111')
      }
      expect(ran.length).toBe(isLetThrough ? 3 : 0)
      expect(lines).toEqual([])
    },
  )

  it.each([
    'sales.request:note',
    'sales.request:phone',
    'sales.request:customer.firstName',
    'search.find:filter.text',
    'sales.resolve:reason',
    'settings.save:value.customer.city',
    'settings.save:value.failed.0',
  ])('in %s is told as what it is', async place => {
    const { invoke } = open()
    const found = texts.filter(({ call, path }) => `${call}:${path}` === place)
    expect(found.length).toBeGreaterThan(0)
    for (const { group, name, path, put } of found)
      expect(await invoke(channelOf(group, name), put(card))).toEqual({
        ok: false,
        code: 'card-number-typed',
        message: path,
      })
  })

  it('is not taken as an amount', async () => {
    const { invoke, ran } = open()
    const amounts = places.filter(({ call, path }) => call === 'sales.request' && path === 'value')
    expect(amounts.length).toBeGreaterThan(0)
    for (const { put } of amounts)
      expect(await invoke('kaunta:sales.request', put(4111111111111111))).toMatchObject({
        code: 'card-number-typed',
      })
    expect(ran).toEqual([])
  })

  it('is not seen in a phone number that has a right check digit', () => {
    // A number of 13 digits in Germany.
    const phone = '+4915112345678'
    expect(findCardNumber('sales.request', { phone, note: 'x' })).toBeNull()
    expect(findCardNumber('search.find', { filter: { text: phone }, before: null })).toBeNull()
    expect(findCardNumber('sales.request', { phone: 'x', note: phone })).toBe('note')
  })

  it('is not seen in the number of a customer that the book knows, which main wrote itself', () => {
    const msisdn = '4915112345678'
    const before = { lastSaleAt: 1_763_744_878_000, msisdn }
    expect(findCardNumber('customers.list', { text: '', before })).toBeNull()
    for (const name of ['one', 'forget', 'change'])
      expect(findCardNumber(`customers.${name}`, { msisdn })).toBeNull()
  })
})
