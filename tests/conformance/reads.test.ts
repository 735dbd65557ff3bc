import type { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { paths } from '../support/conformance/contract'
import { envelope, errorBody, tillReading } from '../support/conformance/scripted'
import { openTill, openTillAt } from '../support/conformance/till'
import { cardDraft, mobileDraft } from '../support/payments/payments'
import { phoneOf } from '../support/practice/service'
import { startTcpService } from '../support/service/loopback-service'

/* Status reads that fail, that end, and whose answers belong to one payment (money rule 12). */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const failing = (status: number) => ({
  when: 'before' as const,
  effect: {
    kind: 'answer' as const,
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(errorBody(status, 'some_code', 'no')),
  },
})
const lost = { when: 'before', effect: { kind: 'drop' } } as const

/** A card payment at a till with its service, and the reads of it. */
async function openPending() {
  const till = await openTill()
  const { id, reference, expiresAt } = await till.sell(cardDraft())
  const reads = (of = reference ?? '') =>
    till.service.control
      .requests()
      .filter(({ path, body }) => path === paths.cardStatus && body.includes(of))
  return { ...till, id, reference: reference ?? '', expiresAt: expiresAt ?? 0, reads }
}

describe('Check now', () => {
  // Proves field: Reads that fail, for one payment or for a day
  it('asks the service at most every 2 seconds a payment', async () => {
    const till = await openPending()
    for (const _each of Array.from({ length: 20 })) {
      expect((await till.engine.actions.checkNow(till.id)).ok).toBe(true)
      await till.clock.pass(100)
    }
    expect(till.reads().length).toBeLessThanOrEqual(2)
    till.service.control.decide(till.reference, 'completed')
    await till.clock.pass(2 * second)
    await till.engine.actions.checkNow(till.id)
    expect(till.payment(till.id).outcome).toBe('paid')
  })

  // Proves field: Reads that fail, for one payment or for a day
  it('asks for one payment though another was read a moment ago', async () => {
    const till = await openPending()
    const other = await till.sell(cardDraft())
    await till.engine.actions.checkNow(till.id)
    await till.engine.actions.checkNow(other.id)
    expect([till.reads(), till.reads(other.reference ?? '')].map(each => each.length)).toEqual([
      1, 1,
    ])
  })

  // Proves field: Reads that fail, for one payment or for a day
  it('is possible any time, also days after expires_at', async () => {
    const till = await openPending()
    await till.clock.pass(3 * day)
    expect(till.payment(till.id).phase).toBe('expired')
    till.service.control.decide(till.reference, 'completed')
    expect((await till.engine.actions.checkNow(till.id)).ok).toBe(true)
    expect(till.payment(till.id)).toMatchObject({ outcome: 'paid', late: true })
  })
})

describe('Reads that nothing answers', () => {
  // Proves field: Reads that fail, for one payment or for a day
  it('go on, less and less often, and end 24 hours after expires_at on the list', async () => {
    const till = await openPending()
    till.service.control.rule({ operation: 'card-status' }, lost, 10_000)
    await till.clock.pass(till.expiresAt - till.clock.wall() + day - hour)
    expect(till.payment(till.id).phase).toBe('pending')
    await till.clock.pass(3 * hour)
    expect(till.payment(till.id).phase).toBe('expired')
    expect(till.ledger.history(till.id).at(-1)).toMatchObject({ type: 'expired', answered: false })
    expect(till.ledger.toDos().map(({ id }) => id)).toEqual([till.id])
    const times = till.reads().map(({ at }) => at)
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(gaps.at(-1)).toBeGreaterThan(50 * minute)
    expect(times.length).toBeLessThan(200)
    await till.clock.pass(10 * day)
    expect(till.reads()).toHaveLength(times.length)
  })
})

describe('One payment whose reads fail', () => {
  /** A payment whose reads fail so, and the time until the next sale’s request is on the wire, ms. */
  async function untilNextCreate(effect: object) {
    const till = await openPending()
    till.service.control.rule(
      { bodyIncludes: till.reference },
      { when: 'before', effect } as never,
      9,
    )
    await till.clock.pass(20 * second)
    const asked = till.clock.wall()
    await till.sell(mobileDraft())
    await till.clock.pass(minute)
    const create = till.service.control.requests().find(({ path }) => path === paths.mobileCreate)
    return { waited: (create?.at ?? Number.NaN) - asked, reads: till.reads() }
  }

  // Proves field: Reads that fail, for one payment or for a day
  it('with 503 and `Retry-After: 600` holds no other payment, and is not read before', async () => {
    const { waited, reads } = await untilNextCreate({
      kind: 'answer',
      status: 503,
      headers: { 'content-type': 'application/json', 'retry-after': '600' },
      body: JSON.stringify(errorBody(503, 'unavailable', 'later')),
    })
    expect(waited).toBe(0)
    expect(reads).toHaveLength(1)
  })

  // Proves field: Reads that fail, for one payment or for a day
  it('that hang holds no other payment, whatever was asked of the service before', async () => {
    const till = await openPending()
    const { control } = till.service
    const ofOne = { bodyIncludes: till.reference }
    control.rule(ofOne, lost, 1)
    await till.clock.pass(3 * second)
    expect(till.reads()).toHaveLength(1)
    control.rule(ofOne, { when: 'before', effect: { kind: 'hang' } }, 9)
    const passing = till.clock.pass(20 * second)
    await vi.waitFor(() => expect(till.reads()).toHaveLength(2), 10 * second)
    expect(till.engine.presses.request(mobileDraft()).ok).toBe(true)
    const creates = () => control.requests().filter(({ path }) => path === paths.mobileCreate)
    // The read hangs for half a minute.
    await vi.waitFor(() => expect(creates()).toHaveLength(1), 10 * second)
    await till.service.stop()
    await passing
  })

  // Proves field: Reads that fail, for one payment or for a day
  it('without an answer holds no other payment', async () => {
    const { waited } = await untilNextCreate({ kind: 'drop' })
    expect(waited).toBe(0)
  })
})

describe('5xx on one payment’s reads', () => {
  // Proves field: Reads that fail, for one payment or for a day
  it('slows that payment alone: no other read and no create waits', async () => {
    const till = await openPending()
    const other = await till.sell(cardDraft())
    till.service.control.rule({ bodyIncludes: till.reference }, failing(500), 10_000)
    await till.clock.pass(2 * minute)
    const [own, others] = [till.reads(), till.reads(other.reference ?? '')].map(each => each.length)
    expect(own).toBeGreaterThan(2)
    expect(others).toBeGreaterThan(25)
    expect(own).toBeLessThan((others ?? 0) / 2)
    expect(till.engine.accountGate.view().state).toBe('open')
    expect(till.engine.accountGate.lights().service).toBe('on')
    const asked = till.clock.wall()
    await till.sell(mobileDraft())
    const create = till.service.control.requests().find(({ path }) => path === paths.mobileCreate)
    expect(create?.at).toBe(asked)
  })

  // Proves field: Reads that fail, for one payment or for a day
  it('is over with the first answer: the payment becomes paid', async () => {
    const till = await openTill()
    const { id } = await till.sell(mobileDraft({ phone: phoneOf('status-unavailable') }))
    await till.clock.pass(20 * second)
    expect(till.payment(id).phase).toBe('pending')
    await till.clock.pass(2 * minute)
    expect(till.payment(id)).toMatchObject({ outcome: 'paid', late: false })
  })
})

describe('A reference that the service does not know yet', () => {
  // Proves unsaid: The errors of a mobile status read
  // Proves field: A reference that is not known for a moment (400, 404)
  it.each([400, 404])(
    '(%i) is no result: it is read on like pending, and becomes paid',
    async code => {
      const till = await openPending()
      till.service.control.decide(till.reference, 'completed')
      till.service.control.rule({ operation: 'card-status' }, failing(code), 5)
      await till.clock.pass(10 * second)
      expect(till.payment(till.id)).toMatchObject({ phase: 'pending', outcome: null })
      expect(till.reads().length).toBeGreaterThan(1)
      await till.clock.pass(minute)
      expect(till.payment(till.id)).toMatchObject({ outcome: 'paid', contradiction: null })
    },
  )

  // Proves field: A reference that is not known for a moment (400, 404)
  it('for ten seconds after creation becomes paid all the same', async () => {
    const till = await openTill()
    const { id } = await till.sell(mobileDraft({ phone: phoneOf('unknown-at-first') }))
    await till.clock.pass(9 * second)
    expect(till.payment(id).phase).toBe('pending')
    await till.clock.pass(20 * second)
    expect(till.payment(id)).toMatchObject({ outcome: 'paid', late: false })
  })

  // Proves field: A reference that is not known for a moment (400, 404)
  it('and never will goes to a person when its time is over', async () => {
    const till = await openPending()
    till.service.control.rule({ operation: 'card-status' }, failing(404), 10_000)
    await till.clock.pass(till.expiresAt - till.clock.wall() + minute)
    expect(till.payment(till.id).phase).toBe('expired')
    expect(till.ledger.toDos().map(({ id }) => id)).toEqual([till.id])
  })
})

/** The JSON body of a request as it came over a socket. */
const bodyOf = (bytes: Buffer) => JSON.parse(bytes.toString().split('\r\n\r\n')[1] ?? '{}')

const httpAnswer = (data: object) => {
  const body = JSON.stringify(envelope(data))
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

describe('A left-over answer of another payment', () => {
  // Proves field: A left-over answer on a kept connection
  it('is never taken, though the service answers out of step', async () => {
    let created = 0
    const statusOf = (reference: unknown) => (reference === 'R-1' ? 'completed' : 'pending')
    // From the second request of a connection on it gives the answer to the request before.
    const outOfStep = (socket: Socket) => {
      let before: string | null = null
      socket.on('data', bytes => {
        const { referenceId } = bodyOf(bytes)
        const isRead = referenceId !== undefined
        if (!isRead) created += 1
        const answer = isRead
          ? httpAnswer({ status: statusOf(referenceId) })
          : httpAnswer({ reference: `R-${created}`, status: 'pending' })
        socket.write(before ?? answer)
        before = answer
      })
    }
    const { port } = await startTcpService(outOfStep)
    const till = openTillAt({ address: `http://127.0.0.1:${port}` })
    const paid = await till.sell(mobileDraft())
    const waiting = await till.sell(mobileDraft({ phone: '255754001213' }))
    expect([paid.reference, waiting.reference]).toEqual(['R-1', 'R-2'])
    for (const _each of [1, 2, 3]) {
      await till.engine.actions.checkNow(paid.id)
      await new Promise(resolve => setTimeout(resolve, 20))
      await till.engine.actions.checkNow(waiting.id)
      await till.clock.pass(2 * second)
    }
    expect(till.payment(paid.id)).toMatchObject({ outcome: 'paid', contradiction: null })
    expect(till.payment(waiting.id)).toMatchObject({ phase: 'pending', outcome: null })
  })

  // Proves field: A left-over answer on a kept connection
  it('is not the payment’s where it names another reference', async () => {
    const till = await tillReading(envelope({ reference: 'R-2', status: 'completed' }))
    const { id } = await till.sell(mobileDraft())
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject({
      outcome: 'unrecognised',
      mismatch: { field: 'reference', asked: 'R-1', answered: 'R-2' },
    })
  })
})
