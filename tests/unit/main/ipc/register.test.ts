import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Handlers, registerHandlers } from '../../../../electron/main/ipc/register'
import { mayCall, type WindowKind } from '../../../../electron/main/outputs/windows/permissions'
import { channelOf } from '../../../../shared/ipc/bridge'
import { calls } from '../../../../shared/ipc/contract'
import { type Failure, success } from '../../../../shared/ipc/result'
import { defaultSettings } from '../../../../shared/settings'
import { allHandlers, openToAll } from '../../../support/ipc-handlers'
import { listeningLog } from '../../../support/parts'

type Listener = Parameters<IpcMain['handle']>[1]

const members = Object.entries(calls).flatMap(([group, names]) =>
  Object.entries(names).map(([name, { argument }]) => ({ group, name, argument })),
)
const kinds: readonly WindowKind[] = ['till', 'customer']
const channels = members.map(({ group, name }) => channelOf(group, name))

const whoMay = (channel: string): WindowKind =>
  kinds.find(kind => mayCall(kind, channel)) ?? expect.fail(`no role may ${channel}`)

type SendQueue = WindowKind | 'stranger' | 'who may'

/** Called by the window that may make each call, unless a test says who calls. */
function open({
  sender = 'who may' as SendQueue,
  handle = (): unknown => success(null),
  guard = openToAll,
} = {}) {
  const listeners = new Map<string, Listener>()
  const ran: { channel: string; argument: unknown }[] = []
  const { log, lines } = listeningLog()
  let calling: WindowKind | null = null
  const handlers = allHandlers((channel, argument) => {
    ran.push({ channel, argument })
    return handle()
  })
  registerHandlers({
    ipcMain: { handle: (channel, listener) => listeners.set(channel, listener) },
    handlers,
    senderOf: () => calling,
    guard,
    log,
  })
  const invoke = async (channel: string, argument?: unknown): Promise<unknown> => {
    const listener = listeners.get(channel) ?? expect.fail(`${channel} is not open`)
    calling = sender === 'who may' ? whoMay(channel) : sender === 'stranger' ? null : sender
    return listener({} as IpcMainInvokeEvent, argument)
  }
  return { listeners, ran, lines, invoke }
}

const saleId = '0192f000-0000-7000-8000-000000000001'

describe('the table', () => {
  it('opens every channel of the contract, and no other', () => {
    expect([...open().listeners.keys()]).toEqual(channels)
    expect(new Set(channels).size).toBe(channels.length)
  })

  it('does not start with a handler missing', () => {
    const handlers = allHandlers(() => null)
    const { withdraw: _gone, ...sales } = handlers.sales
    const incomplete = { ...handlers, sales } as Handlers
    const deps = {
      ...{ ipcMain: { handle: () => undefined }, guard: openToAll },
      senderOf: () => 'till' as const,
    }
    const { log } = listeningLog()
    expect(() => registerHandlers({ ...deps, handlers: incomplete, log })).toThrow(
      'No handler for kaunta:sales.withdraw',
    )
  })
})

describe('names in a call', () => {
  const withName = (name: string) => ({ name, role: 'cashier', pin: '4711' })

  it('reach the handler without unseen characters', async () => {
    const { invoke, ran } = open()
    await invoke('kaunta:staff.add', withName('Ａs\u200bha\u202e'))
    const shop = { ...defaultSettings.shop, name: 'Du\u00adka', till: 'Till\u200f 1' }
    const customer = { ...shop.customer, firstName: 'Ne\u2066ema', address: 'Ｒoad\u200b 1' }
    await invoke('kaunta:settings.save', { section: 'shop', value: { ...shop, customer } })
    expect(ran.map(({ argument }) => argument)).toMatchObject([
      { name: 'Asha' },
      {
        section: 'shop',
        value: {
          name: 'Duka',
          till: 'Till 1',
          customer: { firstName: 'Neema', address: 'Road 1' },
        },
      },
    ])
  })

  it('are refused where nothing of them is seen, or they become too long', async () => {
    const { invoke, ran } = open()
    for (const name of ['\u200b\u3164', '\ufdfa'.repeat(60)])
      expect(await invoke('kaunta:staff.add', withName(name))).toMatchObject({
        code: 'bad-argument',
      })
    expect(ran).toEqual([])
  })

  it('leave keys, PINs and addresses of a service as they were typed', async () => {
    const { invoke, ran } = open()
    const typed = {
      kind: 'sandbox',
      address: 'https://pay\u200b.example',
      pathPrefix: 'service',
      webhookAddress: '',
      apiKey: 'ＡＢＣ',
      apiSecret: 'ﬁ',
    }
    await invoke('kaunta:connection.saveAndTest', typed)
    expect(ran).toMatchObject([{ argument: typed }])
  })
})

describe('a call', () => {
  it('that is well-formed reaches its handler, parsed', async () => {
    const { invoke, ran } = open()
    const argument = { saleId, status: '', reason: '  paid in cash ' }
    expect(await invoke('kaunta:sales.resolve', argument)).toEqual({ ok: true, value: null })
    expect(ran).toEqual([
      {
        channel: 'kaunta:sales.resolve',
        argument: { saleId, status: '', how: 'other', reason: 'paid in cash' },
      },
    ])
  })

  it.each(['\ud800', 'a\u0000b'])(
    'with text that the ledger cannot keep goes no further: %j',
    async text => {
      const { invoke, ran } = open()
      const argument = { text, before: null }
      expect(await invoke('kaunta:customers.list', argument)).toEqual({
        ok: false,
        code: 'bad-argument',
        message: 'text: broken text',
      })
      expect(ran).toEqual([])
    },
  )

  it('names no key of an argument that is none of ours', async () => {
    const argument = { items: [], readBackFrom: { planted: 1 }, networks: [] }
    const answered = await open().invoke('kaunta:settings.save', {
      section: 'charging',
      value: argument,
    })
    expect(answered).toMatchObject({ ok: false, code: 'bad-argument' })
    expect(JSON.stringify(answered)).not.toContain('planted')
  })

  it('names ten faults of an argument and counts the rest', async () => {
    const ids = Array.from({ length: 400 }, () => null)
    const { message } = (await open().invoke('kaunta:integrity.acknowledge', { ids })) as Failure
    expect(message).toMatch(/^ids\.0: invalid_type, .*ids\.9: invalid_type, 390 more$/)
  })

  it.each(channels)('%s from a stranger is refused before anything is looked at', async channel => {
    const { invoke, ran, lines } = open({ sender: 'stranger' })
    const trap = new Proxy(
      {},
      {
        get: () => expect.fail('it was looked at'),
        ownKeys: () => expect.fail('it was looked at'),
      },
    )
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
        const { invoke, ran, lines } = open({ sender })
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
    async member => {
      const { invoke, ran } = open()
      const channel = channelOf(member.group, member.name)
      const wrong = fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withNullPrototype: true,
        withSparseArray: true,
        withTypedArray: true,
      })
      await fc.assert(
        fc.asyncProperty(wrong, async argument => {
          fc.pre(!member.argument.safeParse(argument).success)
          expect(await invoke(channel, argument)).toMatchObject({ ok: false, code: 'bad-argument' })
        }),
        { numRuns: 40 },
      )
      expect(ran).toEqual([])
    },
  )

  it('names the fields at fault and never their values', async () => {
    const { invoke } = open()
    const secret = 'PLANTED-secret'
    const typed = { kind: secret, address: 5, apiKey: [secret], apiSecret: { secret }, [secret]: 1 }
    const refused = JSON.stringify(await invoke('kaunta:connection.saveAndTest', typed))
    expect(refused).toContain('apiSecret')
    expect(refused).not.toContain(secret)
  })

  it('with a sale that is no id, or with something more, does not reach its handler', async () => {
    const { invoke, ran } = open()
    for (const argument of [{ saleId: 'x' }, { saleId, force: true }, saleId, null, undefined])
      expect(await invoke('kaunta:sales.handOver', argument)).toMatchObject({
        code: 'bad-argument',
      })
    expect(await invoke('kaunta:till.state', {})).toMatchObject({ code: 'bad-argument' })
    expect(ran).toEqual([])
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('sk-PLANTED at /home/asha/ledger.db')
      },
    ],
    ['rejects', () => Promise.reject(new Error('sk-PLANTED at /home/asha/ledger.db'))],
  ])('whose handler %s is a fault of the till, told without detail', async (_name, handle) => {
    const { invoke, lines } = open({ handle })
    const told = await invoke('kaunta:till.state')
    expect(told).toEqual({
      ok: false,
      code: 'till-fault',
      message: 'The till could not carry out kaunta:till.state',
    })
    expect(lines.join()).toContain('ipc-handler-failed')
  })
})
