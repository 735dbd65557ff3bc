import { describe, expect, it } from 'vitest'
import { findCardNumber } from '../../../../electron/main/ipc/argument-text'
import { leavesOf, samplesOf } from '../../../support/contract-samples'
import { members, openTable } from '../../../support/ipc-handlers'

/** Every place of the contract that text or a number can come to. */
const places = members.flatMap(({ group, name, argument, channel }) =>
  leavesOf(argument).map(leaf => ({ ...leaf, channel, call: `${group}.${name}` })),
)
const texts = places.filter(({ kind }) => kind === 'text')

const card = '4111 1111 1111 1111'

/** What is sealed at once, was chosen as a passphrase, or has a password that a computer drew: no number in it is checked. */
const letThrough: Record<string, readonly string[]> = {
  'connection.saveAndTest': ['apiKey', 'apiSecret', 'proof'],
  'connection.addAuthority': ['proof'],
  'connection.removeAuthorities': ['proof'],
  'key.choosePassphrase': ['passphrase', 'proof'],
  'key.open': ['passphrase'],
  'key.acknowledgeOlder': ['proof'],
  'key.recoveryCode': ['proof'],
  'key.printRecoveryCode': ['proof'],
  'exports.showInFolder': ['file'],
  'staff.approve': ['argument'],
  'staff.startOver': ['proof'],
  'backup.save': ['passphrase', 'proof'],
  'backup.beginDaily': ['passphrase', 'proof'],
  'backup.inspect': ['passphrase'],
  'backup.restore': ['passphrase', 'proof'],
  'backup.goOn': ['proof'],
  'updates.save': ['proof'],
  'shop.saveAndTest': ['address', 'proof'],
  'shop.setUp': ['address', 'proof'],
  'shop.takePlace': ['address', 'proof'],
  'shop.takeBack': ['address', 'proof'],
  'shop.openOwnersView': ['address'],
  'shop.administer': ['address', 'task.id'],
}

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
        'payments.request:note',
        'payments.request:customer.address',
        'payments.decide:reason',
        'search.find:filter.text',
        'settings.save:value.name',
        'settings.save:value.customer.firstName',
        'settings.save:value.paid.0',
        'connection.saveAndTest:webhookAddress',
      ]),
    )
  })

  it.each(members)(
    '$group.$name takes what the samples are made of',
    async ({ channel, argument }) => {
      const { invoke, ran } = openTable()
      for (const sample of samplesOf(argument))
        expect(await invoke(channel, sample), JSON.stringify(sample)).toMatchObject({ ok: true })
      expect(ran.length).toBeGreaterThan(0)
    },
  )

  it.each(texts)(
    'in $call $path is refused where it is no code or key',
    async ({ channel, call, path, put }) => {
      const { invoke, ran, lines } = openTable()
      const isLetThrough = letThrough[call]?.includes(path)
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
    'payments.request:note',
    'payments.request:phone',
    'payments.request:customer.firstName',
    'search.find:filter.text',
    'payments.decide:reason',
    'settings.save:value.customer.city',
    'settings.save:value.failed.0',
  ])('in %s is told as what it is', async place => {
    const { invoke } = openTable()
    const found = texts.filter(({ call, path }) => `${call}:${path}` === place)
    expect(found.length).toBeGreaterThan(0)
    for (const { channel, path, put } of found)
      expect(await invoke(channel, put(card))).toEqual({
        ok: false,
        code: 'card-number-typed',
        message: path,
      })
  })

  it('is not taken as an amount', async () => {
    const { invoke, ran } = openTable()
    const amounts = places.filter(
      ({ call, path }) => call === 'payments.request' && path === 'value',
    )
    expect(amounts.length).toBeGreaterThan(0)
    for (const { put } of amounts) {
      // As typed on Charge: the whole is what is asked for.
      const draft = Object.assign({}, put(4111111111111111), { total: null })
      expect(await invoke('kaunta:payments.request', draft)).toMatchObject({
        code: 'card-number-typed',
      })
    }
    expect(ran).toEqual([])
  })

  it('is not seen in a phone number that has a right check digit', () => {
    // A number of 13 digits in Germany.
    const phone = '+4915112345678'
    expect(findCardNumber('payments.request', { phone, note: 'x' })).toBeNull()
    expect(findCardNumber('search.find', { filter: { text: phone }, before: null })).toBeNull()
    expect(findCardNumber('payments.request', { phone: 'x', note: phone })).toBe('note')
  })

  it('is not seen in the number of a customer that the book knows, which main wrote itself', () => {
    const msisdn = '4915112345678'
    const before = { lastPaymentAt: 1_763_744_878_000, msisdn }
    expect(findCardNumber('customers.list', { text: '', before })).toBeNull()
    for (const name of ['one', 'forget', 'change'])
      expect(findCardNumber(`customers.${name}`, { msisdn })).toBeNull()
  })
})
