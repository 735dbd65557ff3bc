import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayCall } from '../../../../electron/main/outputs/windows/permissions'
import type { Handlers } from '../../../../shared/ipc/handlers'
import type { Failure } from '../../../../shared/ipc/result'
import { defaultSettings } from '../../../../shared/settings'
import { leavesOf } from '../../../support/contract-samples'
import { allHandlers, kinds, members, openTable, whoMay } from '../../../support/ipc-handlers'

const channels = members.map(({ channel }) => channel)
const paymentId = '0192f000-0000-7000-8000-000000000001'

describe('the table', () => {
  it('opens every channel of the contract, and no other', () => {
    expect([...openTable().listeners.keys()]).toEqual(channels)
    expect(new Set(channels).size).toBe(channels.length)
  })

  it('does not start with a handler missing', () => {
    const { payments, ...others } = allHandlers(() => null)
    const { act: _gone, ...rest } = payments
    const handlers = { ...others, payments: rest } as Handlers
    expect(() => openTable({ handlers })).toThrow('No handler for kaunta:payments.act')
  })
})

/** Every text of the contract. */
const texts = members.flatMap(({ group, name, argument, channel }) =>
  leavesOf(argument)
    .filter(({ kind }) => kind === 'text')
    .map(leaf => ({ ...leaf, channel, call: `${group}.${name}` })),
)
/** What has to be the same as something else. */
const asItCame =
  /(?:^|[. ])(?:status|printer|file|argument)$|^rulings\.|^payments\.decide (?:name|value)$/

describe('names in a call', () => {
  const withName = (name: string) => ({ name, role: 'cashier', pin: '4711' })

  it('reach the handler without unseen characters', async () => {
    const { invoke, ran } = openTable()
    await invoke('kaunta:staff.add', withName('Ａs\u200bha\u202e'))
    const shop = { ...defaultSettings.shop, name: 'Du\u00adka', till: 'Till\u200f 1' }
    const customer = { ...shop.customer, firstName: 'Ne\u2066ema', address: 'Ｒoad\u200b 1' }
    await invoke('kaunta:settings.save', { section: 'shop', value: { ...shop, customer } })
    const plain = { firstName: 'Neema', address: 'Road 1' }
    expect(ran.map(({ argument }) => argument)).toMatchObject([
      { name: 'Asha' },
      { section: 'shop', value: { name: 'Duka', till: 'Till 1', customer: plain } },
    ])
  })

  it('are refused where nothing of them is seen, or they become too long', async () => {
    const { invoke, ran } = openTable()
    const refused = { code: 'bad-argument' }
    for (const name of ['\u200b\u3164', '\ufdfa'.repeat(60)])
      expect(await invoke('kaunta:staff.add', withName(name))).toMatchObject(refused)
    expect(ran).toEqual([])
  })
})

describe('texts in a call', () => {
  it('reach the handler as they are seen, and a secret without what is hidden at its ends', async () => {
    const { invoke, ran } = openTable()
    const service = { kind: 'sandbox', pathPrefix: 'service', webhookAddress: '' }
    const address = 'https://pay\u200b.example\u200e'
    const secrets = { apiKey: '\u200eＡ\u00adＢＣ \n', apiSecret: '\ufeffﬁ' }
    await invoke('kaunta:connection.saveAndTest', { ...service, address, ...secrets })
    const kept = { address: 'https://pay.example', apiKey: 'Ａ\u00adＢＣ', apiSecret: 'ﬁ' }
    expect(ran).toMatchObject([{ argument: { ...service, ...kept } }])
  })

  it.each(texts)('$call $path', async ({ channel, call, path, put }) => {
    const { invoke, ran } = openTable()
    await invoke(channel, put('42'))
    const plain = ran.pop()?.argument
    // What a schema takes as it is, it takes with a direction mark around it, and the handler gets the same.
    await invoke(channel, put('\u202a42\u202c '))
    const seen = ran.pop()?.argument
    if (plain !== undefined && !asItCame.test(`${call} ${path}`)) expect(seen).toEqual(plain)
  })

  it('are refused where letters were lost', async () => {
    const { invoke, ran } = openTable()
    for (const { channel, path, put } of texts)
      if (!asItCame.test(path))
        expect(await invoke(channel, put('Zo\ufffd'))).toMatchObject({ ok: false })
    expect(ran).toEqual([])
  })

  it('leaves what is nested without end to the schema', async () => {
    const ring: unknown[] = []
    ring.push(ring)
    expect(await openTable().invoke('kaunta:customers.find', { typed: ring })).toMatchObject({
      code: 'bad-argument',
    })
  })
})

describe('a call', () => {
  it('that is well-formed reaches its handler, parsed', async () => {
    const { invoke, ran } = openTable()
    const argument = { action: 'resolve', paymentId, status: '', reason: '  paid in cash ' }
    expect(await invoke('kaunta:payments.decide', argument)).toEqual({ ok: true, value: null })
    expect(ran).toMatchObject([{ channel: 'kaunta:payments.decide' }])
    expect(ran[0]?.argument).toEqual({
      action: 'resolve',
      paymentId,
      status: '',
      how: 'other',
      reason: 'paid in cash',
    })
  })

  it.each(['\ud800', 'a\u0000b', 'Zo\ufffd'])(
    'with text that the ledger cannot keep goes no further: %j',
    async text => {
      const { invoke, ran } = openTable()
      const refused = { ok: false, code: 'bad-argument', message: 'text: broken text' }
      expect(await invoke('kaunta:customers.list', { text, before: null })).toEqual(refused)
      expect(ran).toEqual([])
    },
  )

  it('names no key of an argument that is none of ours', async () => {
    const value = { items: [], readBackFrom: { planted: 1 }, networks: [] }
    const saved = { section: 'charging', value }
    const answered = await openTable().invoke('kaunta:settings.save', saved)
    expect(answered).toMatchObject({ ok: false, code: 'bad-argument' })
    expect(JSON.stringify(answered)).not.toContain('planted')
  })

  it('names ten faults of an argument and counts the rest', async () => {
    const signOffs = Array.from({ length: 400 }, () => null)
    const closing = { period: 1, signOffs, counted: [] }
    const { message } = (await openTable().invoke('kaunta:day.close', closing)) as Failure
    expect(message).toMatch(/^signOffs\.0: invalid_type, .*signOffs\.9: invalid_type, 390 more$/)
  })

  it.each(channels)('%s from a stranger is refused before anything is looked at', async channel => {
    const { invoke, ran, lines } = openTable({ sender: () => null })
    const look = () => expect.fail('it was looked at')
    const trap = new Proxy({}, { get: look, ownKeys: look })
    // A proxy is a promise to the code that asks it for `then`: it goes in a box.
    expect(await invoke(channel, [trap])).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(ran).toEqual([])
    expect(lines).toEqual([
      `warn {"event":"ipc-sender-refused","channel":"${channel}","sender":"stranger"}`,
    ])
  })

  it.each(channels)(
    '%s is taken from the window that may make it, and from no other',
    async channel => {
      for (const sender of kinds) {
        const { invoke, ran, lines } = openTable({ sender: () => sender })
        const answered = await invoke(channel, ['anything'])
        if (sender === whoMay(channel)) expect(answered).toMatchObject({ code: 'bad-argument' })
        else {
          expect(answered).toMatchObject({ ok: false, code: 'not-allowed' })
          expect(lines.join()).toContain(`"sender":"${sender}"`)
        }
        expect(ran).toEqual([])
      }
    },
  )

  it('of the customer’s window is one: what it shows', () => {
    expect(channels.filter(channel => mayCall('customer', channel))).toEqual([
      'kaunta:customer.view',
    ])
  })

  it.each(members)(
    '$group.$name answers bad arguments with a code, whatever they are',
    async ({ channel, argument: schema }) => {
      const { invoke, ran } = openTable()
      const wrong = fc.anything({
        ...{ withBigInt: true, withDate: true, withMap: true, withSet: true },
        ...{ withNullPrototype: true, withSparseArray: true, withTypedArray: true },
      })
      await fc.assert(
        fc.asyncProperty(wrong, async argument => {
          fc.pre(!schema.safeParse(argument).success)
          expect(await invoke(channel, argument)).toMatchObject({ ok: false, code: 'bad-argument' })
        }),
        { numRuns: 40 },
      )
      expect(ran).toEqual([])
    },
  )

  it('names the fields at fault and never their values', async () => {
    const { invoke } = openTable()
    const secret = 'PLANTED-secret'
    const typed = { kind: secret, address: 5, apiKey: [secret], apiSecret: { secret }, [secret]: 1 }
    const refused = JSON.stringify(await invoke('kaunta:connection.saveAndTest', typed))
    expect(refused).toContain('apiSecret')
    expect(refused).not.toContain(secret)
  })

  it('with a payment that is no id, or with something more, does not reach its handler', async () => {
    const { invoke, ran } = openTable()
    const refused = { code: 'bad-argument' }
    for (const argument of [
      { action: 'hand-over', paymentId: 'x' },
      { action: 'hand-over', paymentId, force: true },
      // A manager's action.
      { action: 'give-back', paymentId, how: 'cash', reason: 'brought back' },
      { paymentId },
      paymentId,
      null,
      undefined,
    ])
      expect(await invoke('kaunta:payments.act', argument)).toMatchObject(refused)
    expect(await invoke('kaunta:till.state', {})).toMatchObject(refused)
    expect(ran).toEqual([])
  })

  const fault = new Error('sk-PLANTED at /home/asha/ledger.db')

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw fault
      },
    ],
    ['rejects', () => Promise.reject(fault)],
  ])('whose handler %s is a fault of the till, told without detail', async (_name, handle) => {
    const { invoke, lines } = openTable({ handle })
    const message = 'The till could not carry out kaunta:till.state'
    expect(await invoke('kaunta:till.state')).toEqual({ ok: false, code: 'till-fault', message })
    expect(lines.join()).toContain('ipc-handler-failed')
  })
})
