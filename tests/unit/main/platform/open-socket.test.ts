import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { inOrder, openSocket, type Wanted } from '../../../../electron/main/platform/open-socket'
import { createVirtualClock, settled } from '../../../support/payments/clock'

/** What becomes of a connection to an address: it stands after so many ms, never does, or fails at once. */
type Line = Readonly<Record<string, number | 'silent' | `E${string}`>>

const [six, otherSix] = ['2001:db8::1', '2001:db8::2']
const [four, otherFour] = ['192.0.2.1', '192.0.2.2']

let hosts = 0

/** A host of this test alone: what answered last is kept for the run. */
function openHost() {
  const host = `name-${++hosts}.test`
  const clock = createVirtualClock()

  /** One connection: where it led or why it failed, after how many ms, and what was tried and left open. */
  async function open(line: Line, wanted: Partial<Wanted> = {}, found = Object.keys(line)) {
    const tried: string[] = []
    const open = new Set<string>()
    const begun = clock.monotonic()
    const opened = openSocket(
      { host, port: 443, ...wanted },
      {
        lookup: async () => found,
        after: clock.after,
        connect(address) {
          tried.push(address)
          open.add(address)
          const socket = Object.assign(new EventEmitter(), { destroy: () => open.delete(address) })
          const fate = line[address] ?? 'silent'
          if (typeof fate === 'number') clock.after(fate, () => socket.emit('connect'))
          else if (fate !== 'silent')
            clock.after(0, () => {
              open.delete(address)
              socket.emit('error', Object.assign(new Error(fate), { code: fate }))
            })
          // Sound: nothing but these three is asked of it.
          return socket as unknown as Socket
        },
      },
    )
    let result: { took: number; failed: unknown } | null = null
    const end = (failed: unknown) => {
      result = { took: clock.monotonic() - begun, failed }
    }
    opened.then(() => end(null), end)
    while (result === null) await clock.pass(50)
    await settled()
    return { ...Object(result), tried, open: [...open], alarms: clock.alarms() }
  }
  return { host, open }
}

describe('a connection to a name with several addresses', () => {
  it('stands over a line with 600 ms, also where there is no way to the other family', async () => {
    const { open } = openHost()
    expect(await open({ [four]: 600, [six]: 'ENETUNREACH' })).toMatchObject({
      took: 600,
      failed: null,
      open: [four],
    })
  })

  it('stands however slow an address is: it is joined by the next, never given up', async () => {
    const { open } = openHost()
    const line = { [four]: 4_000, [six]: 'silent' } as const
    expect(await open(line)).toMatchObject({ took: 4_000, tried: [four, six], open: [four] })
  })

  it('waits 2.5 s for a silent family, once a run', async () => {
    const { open } = openHost()
    const line = { [six]: 'silent', [otherSix]: 'silent', [four]: 600, [otherFour]: 600 } as const
    expect(await open(line)).toMatchObject({ took: 3_100, tried: [six, four], open: [four] })
    expect(await open(line)).toMatchObject({ took: 600, tried: [four], open: [four] })
  })

  it('waits no second time where the name has other addresses later', async () => {
    const { open } = openHost()
    await open({ [six]: 'silent', [four]: 600 })
    const later = { [otherSix]: 'silent', [otherFour]: 600 } as const
    expect(await open(later)).toMatchObject({ took: 600, tried: [otherFour] })
  })

  it('tries the other family again when the one that answered last is gone', async () => {
    const { open } = openHost()
    await open({ [six]: 'silent', [four]: 600 })
    expect(await open({ [six]: 600, [four]: 'silent' })).toMatchObject({ took: 3_100 })
    expect(await open({ [four]: 'silent', [six]: 600 })).toMatchObject({ took: 600, tried: [six] })
  })

  it('is the first that stands, where two do, and leaves no other open', async () => {
    const { open } = openHost()
    expect(await open({ [six]: 2_600, [four]: 600 })).toMatchObject({ took: 2_600, open: [six] })
  })

  it.each(['localhost', 'LocalHost'])(
    'leads to this computer for %s, whatever the system says',
    async host => {
      const { open } = openHost()
      const line = { '127.0.0.1': 'ECONNREFUSED', '::1': 1, [four]: 1 } as const
      expect(await open(line, { host }, [four])).toMatchObject({
        failed: null,
        tried: ['127.0.0.1', '::1'],
      })
    },
  )

  it('goes on at once after a refusal', async () => {
    const { open } = openHost()
    const line = { [six]: 'ECONNREFUSED', [otherSix]: 'ECONNREFUSED', [four]: 50 } as const
    expect(await open(line)).toMatchObject({ took: 50, tried: [six, four] })
  })
})

describe('a connection that does not come about', () => {
  it.each([
    [
      'the refusal, not the missing way',
      [six, 'ENETUNREACH', four, 'ECONNREFUSED'],
      'ECONNREFUSED',
    ],
    ['the missing way, where nothing else is known', [six, 'ENETUNREACH'], 'ENETUNREACH'],
  ])('says %s', async (_what, [one = '', its, two = '', other], code) => {
    const line = { [one]: its, ...(other && { [two]: other }) } as Line
    const { open } = openHost()
    expect(await open(line)).toMatchObject({ took: 0, failed: { code }, open: [] })
  })

  it('ends after 10 s in all, however many addresses are silent, and leaves nothing open', async () => {
    const { open } = openHost()
    const all = [six, otherSix, four, otherFour, '192.0.2.3', '192.0.2.4']
    const line: Line = Object.fromEntries(all.map(address => [address, 'silent'] as const))
    expect(await open(line)).toMatchObject({
      took: 10_000,
      failed: { code: 'ETIMEDOUT' },
      tried: [six, four, otherSix, otherFour],
      open: [],
      alarms: 0,
    })
  })

  it('ends at once when its signal says so, with its reason, and connects nowhere afterwards', async () => {
    const { open } = openHost()
    const ending = new AbortController()
    const reason = new Error('closed')
    const opened = open({ [six]: 'silent', [four]: 'silent' }, { signal: ending.signal })
    await settled()
    ending.abort(reason)
    expect(await opened).toMatchObject({ failed: reason, tried: [six], open: [], alarms: 0 })
    const late = await open({ [four]: 1 }, { signal: ending.signal })
    expect(late).toMatchObject({ failed: reason, tried: [] })
  })
})

describe('the order of a name’s addresses', () => {
  const found = [six, otherSix, four, otherFour]

  it.each([
    ['in turns of the families', undefined, [six, four, otherSix, otherFour]],
    ['the one that answered last, then the other family', four, [four, six, otherFour, otherSix]],
    ['its family, where it is gone', '192.0.2.9', [four, six, otherFour, otherSix]],
  ])('%s', (_what, last, order) => {
    expect(inOrder(found, last)).toEqual(order)
  })
})
