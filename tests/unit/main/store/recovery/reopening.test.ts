import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../electron/main/platform/random'
import { LedgerWriteFailed } from '../../../../../electron/main/store/ledger/errors'
import type { Ledger } from '../../../../../electron/main/store/ledger/ledger'
import { Reopening } from '../../../../../electron/main/store/recovery/reopening'
import { beginPayment } from '../../../../../shared/payment/reducer'
import { withMethods } from '../../../../support/parts'
import { createVirtualClock } from '../../../../support/payments/clock'
import { ledgerIn } from '../../../../support/payments/ledger'
import { recorded, samples } from '../../../../support/payments/payments'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const disk = Object.assign(new Error('disk I/O error'), { rawCode: 10 })

let clock: ReturnType<typeof createVirtualClock>
let ledger: Ledger
let recoverer: Reopening
/** When it opened again. */
let times: number[]
beforeEach(() => {
  clock = createVirtualClock()
  times = []
  recoverer = new Reopening(clock, () => times.push(clock.monotonic()))
  ledger = ledgerIn(newFolder()).ledger
})

const view = () => recoverer.view('sandbox')

/** A new sale whose COMMIT threw. */
function failedPayment() {
  const id = systemRandom.paymentId(Date.now())
  const event = recorded({ draftId: randomUUID() })
  return { id, event, error: new LedgerWriteFailed(beginPayment(id, event), [event], disk) }
}

describe('a payment whose recording failed', () => {
  it('is named at once, and as missing when it is not there', () => {
    const { id, error } = failedPayment()
    recoverer.stopped('sandbox', error)
    expect(view()).toMatchObject({
      interrupted: [{ paymentId: id, amount: { value: 15_000 }, isNew: true }],
      readBack: null,
    })
    recoverer.opened('sandbox', ledger)
    const readBack = [{ paymentId: id, recorded: false }]
    expect(view()).toMatchObject({ interrupted: [], readBack })
    expect(ledger.open()).toEqual([])
  })

  it('is held, not sent, when it is there after all (money rule 7)', () => {
    const { id, event, error } = failedPayment()
    recoverer.stopped('sandbox', error)
    ledger.record(id, event, { body: '{}' })
    recoverer.opened('sandbox', ledger)
    expect(view().readBack).toMatchObject([{ paymentId: id, recorded: true }])
    expect(ledger.find(id)?.phase).toBe('held')
  })

  it('is held, as one that never left, when it is there with an attempt that never began', () => {
    const { id, event } = failedPayment()
    const started = samples['attempt-started']
    const payment = ledger.record(id, event, { body: '{}' }, [started])
    recoverer.stopped('sandbox', new LedgerWriteFailed(payment, [event, started], disk))
    recoverer.opened('sandbox', ledger)
    expect(view().readBack).toMatchObject([{ isNew: true, recorded: true }])
    expect(ledger.find(id)).toMatchObject({ phase: 'held', maybeSent: false, attempts: 1 })
  })
})

describe('a later step that could not be written', () => {
  it.each([true, false])('is reported as it was found: %s', there => {
    const { id, event } = failedPayment()
    const payment = ledger.record(id, event, { body: '{}' })
    recoverer.stopped('sandbox', new LedgerWriteFailed(payment, [samples['attempt-started']], disk))
    if (there) ledger.append(id, samples['attempt-started'])
    recoverer.opened('sandbox', ledger)
    expect(view().readBack).toMatchObject([{ isNew: false, recorded: there }])
    expect(ledger.find(id)?.phase).toBe(there ? 'sending' : 'ready')
  })
})

describe('what was found', () => {
  it('stays until a person has read it', () => {
    for (const { error } of [failedPayment(), failedPayment()]) {
      recoverer.stopped('sandbox', error)
      recoverer.opened('sandbox', ledger)
    }
    expect(view().readBack).toHaveLength(2)
    recoverer.acknowledge('sandbox')
    expect(view().readBack).toBeNull()
  })

  it('is nothing at an ordinary start', () => {
    recoverer.blocked('storage-full')
    recoverer.opened('sandbox', ledger)
    expect(view().readBack).toBeNull()
  })

  it('is kept for the next time when it cannot be read', () => {
    const { id, event, error } = failedPayment()
    recoverer.stopped('sandbox', error)
    ledger.record(id, event, { body: '{}' })
    const failing = withMethods(ledger, {
      append: () => {
        throw disk
      },
    })
    expect(() => recoverer.opened('sandbox', failing)).toThrow(disk)
    expect(view()).toMatchObject({ interrupted: [{ paymentId: id }], readBack: null })
    recoverer.opened('sandbox', ledger)
    expect(ledger.find(id)?.phase).toBe('held')
  })
})

describe('opening again', () => {
  it('is tried with growing gaps, and then only by a person', async () => {
    const failing: Reopening = new Reopening(clock, () => {
      times.push(clock.monotonic() - 1_000)
      failing.blocked('storage-full')
    })
    failing.blocked('storage-full')
    await clock.pass(3_600_000)
    const gaps = times.map((time, index) => time - (times[index - 1] ?? 0))
    expect(gaps).toEqual([...gaps].sort((one, other) => one - other))
    expect(gaps[0]).toBe(1_000)
    expect(times.length).toBe(12)
    expect(failing.view('sandbox').tryingAlone).toBe(false)
    failing.startOver()
    failing.blocked('storage-full')
    await clock.pass(1_000)
    expect(times.length).toBe(13)
  })

  it.each(['ledger-unreadable', 'ledger-newer', 'till-fault'] as const)(
    'is not tried alone when %s: it does not pass by itself',
    async reason => {
      recoverer.blocked(reason)
      await clock.pass(600_000)
      expect(times).toEqual([])
    },
  )

  it('does not become faster for a disk that fails again soon', async () => {
    for (const pause of [1_000, 2_000, 5_000, 10_000]) {
      recoverer.blocked('storage-failed')
      const before = clock.monotonic()
      await clock.pass(pause)
      expect(times.at(-1)).toBe(before + pause)
      recoverer.opened('sandbox', ledger)
    }
    await clock.pass(10 * 60_000)
    recoverer.blocked('storage-failed')
    await clock.pass(1_000)
    expect(times).toHaveLength(5)
  })

  it('ends with the till', async () => {
    recoverer.blocked('storage-full')
    recoverer.cancel()
    await clock.pass(60_000)
    expect(times).toEqual([])
  })
})
