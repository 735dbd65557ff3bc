import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../electron/main/platform/random'
import { Ledger } from '../../../../../electron/main/store/ledger/ledger'
import { openLedger } from '../../../../../electron/main/store/ledger/open-ledger'
import { LedgerDamaged } from '../../../../../electron/main/store/ledger/rows/codec'
import { idBytes } from '../../../../../electron/main/store/ledger/rows/payment-key'
import { ledgerVersion } from '../../../../../electron/main/store/ledger/schema'
import { type Payment, phaseSchema } from '../../../../../shared/payment/payment'
import { ImpossibleTransition } from '../../../../../shared/payment/reducer'
import { inDatabase, tamper, thrownBy } from '../../../../support/database'
import { withMethods } from '../../../../support/parts'
import { morning } from '../../../../support/payments/clock'
import { ledgerIn, ledgerKey, type OpenedLedger } from '../../../../support/payments/ledger'
import {
  eventsTo,
  inCash,
  type LaterEvent,
  recorded,
  samples,
} from '../../../../support/payments/payments'
import { allBytes, temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const request = { body: '{"payment_type":"mobile"}' }
const started = samples['attempt-started']

let opening: OpenedLedger
beforeEach(() => {
  opening = ledgerIn(newFolder())
})

let moment = morning
/** Records a payment a moment after the one before, and appends these events. */
function add(changes: Parameters<typeof recorded>[0] = {}, ...events: readonly LaterEvent[]) {
  moment += 10
  const id = systemRandom.paymentId(moment)
  const payment = opening.ledger.record(id, recorded({ at: moment, ...changes }), request)
  return events.length > 0 ? opening.ledger.append(id, ...events) : payment
}

/** Does something to the file behind the ledger's back. */
function behindItsBack(sql: string, values: readonly (string | Buffer)[] = []): void {
  tamper(opening.file, database => database.run(sql, values))
}

describe('recording a payment', () => {
  it('is in doubt where it is not proven to last: it is there, and has to be read back', () => {
    opening.close()
    const assertDurable = () => {
      throw new Error('not durable')
    }
    inDatabase(opening.file, database => {
      const ledger = new Ledger(withMethods(database, { assertDurable }))
      const event = recorded()
      const failed = thrownBy(() => ledger.record(systemRandom.paymentId(morning), event, request))
      expect(failed).toMatchObject({ name: 'LedgerWriteFailed', events: [event] })
      expect(ledger.findByDraft(event.draftId)?.phase).toBe('ready')
    })
  })

  it('commits it with its request and first event, then announces it', () => {
    const event = recorded()
    const payment = opening.ledger.record(systemRandom.paymentId(morning), event, request)
    expect(payment).toMatchObject({ phase: 'ready', draftId: event.draftId })
    expect(opening.ledger.find(payment.id)).toEqual(payment)
    expect(opening.ledger.findByDraft(event.draftId)).toEqual(payment)
    expect(opening.ledger.request(payment.id)).toEqual(request)
    expect(opening.ledger.history(payment.id)).toEqual([event])
    expect(opening.announced).toEqual([payment])
  })

  it('goes on where the row of the newest payment is gone: no key is used twice', () => {
    const lost = add()
    tamper(opening.file, database => {
      database.run('PRAGMA foreign_keys = OFF')
      database.run('DELETE FROM payment WHERE id = ?', [idBytes(lost.id)])
    })
    const next = add()
    expect(opening.ledger.history(next.id)).toHaveLength(1)
  })

  it.each([
    '{"firstname":"Zoë","lastname":"Ng\'ang\'a"}',
    '{"firstname":"أسماء","lastname":"😀 𝒳"}',
    '{ "spaced" :  1,\n\t"order":"kept" }\r\n',
    '{"null":"\\u0000","quote":"\\"","e\u0301":"\u00e9"}',
  ])('keeps the very bytes of the request, also over a restart: %j', body => {
    const { id } = opening.ledger.record(systemRandom.paymentId(morning), recorded(), { body })
    opening.close()
    const kept = Buffer.from(ledgerIn(dirname(opening.file)).ledger.request(id).body)
    expect(kept.equals(Buffer.from(body))).toBe(true)
  })

  it('refuses a second payment of the same draft, and writes nothing of it', () => {
    const draftId = randomUUID()
    const first = add({ draftId })
    const id = systemRandom.paymentId(moment + 1)
    const again = () => opening.ledger.record(id, recorded({ draftId }), request)
    expect(again).toThrow('UNIQUE')
    expect(opening.ledger.recent(10)).toEqual([first])
    expect(opening.ledger.history(id)).toEqual([])
    expect(opening.announced).toHaveLength(1)
  })

  it('leaves no name, number or key readable in the file', () => {
    add({ msisdn: '255754001212', idempotencyKey: 'PLANTED-key' })
    opening.close()
    for (const text of ['Mushi', '255754001212', 'PLANTED-key', 'SQLite format'])
      expect(allBytes(dirname(opening.file)).includes(text)).toBe(false)
  })
})

describe('appending events', () => {
  it('commits them and the payment that follows', () => {
    const payment = add({}, ...eventsTo('settled'), samples['goods-handed-over'])
    expect(payment).toMatchObject({ phase: 'settled', outcome: 'paid' })
    expect(opening.ledger.find(payment.id)).toEqual(payment)
    expect(opening.ledger.history(payment.id).map(({ type }) => type)).toEqual([
      ...['recorded', 'attempt-started', 'accepted', 'status-read', 'settled'],
      'goods-handed-over',
    ])
  })

  it('writes nothing at all when one in the middle cannot follow', () => {
    const before = add({}, started)
    const announced = opening.announced.length
    const events = [samples.accepted, samples.withdrawn, samples.settled]
    expect(() => opening.ledger.append(before.id, ...events)).toThrow(ImpossibleTransition)
    expect(opening.ledger.find(before.id)).toEqual(before)
    expect(opening.ledger.history(before.id)).toHaveLength(2)
    expect(opening.announced).toHaveLength(announced)
    const pending = opening.ledger.append(before.id, samples.accepted)
    expect(opening.ledger.find(before.id)).toEqual(pending)
    expect(pending.phase).toBe('pending')
  })

  it('to a payment that is not there is a fault', () => {
    expect(() => opening.ledger.append(randomUUID(), started)).toThrow(LedgerDamaged)
  })

  it('writes nothing that could not be read back', () => {
    const before = add({}, started)
    for (const bad of [{ expiresAt: -1 }, { expiresAt: 0.5 }, { reference: '' }])
      expect(() => opening.ledger.append(before.id, { ...samples.accepted, ...bad })).toThrow()
    expect(opening.ledger.find(before.id)).toEqual(before)
  })
})

it('everything is as it was after a restart, in every phase', () => {
  const payments = phaseSchema.options.map(phase =>
    add(phase === 'cash' ? inCash({ draftId: randomUUID() }) : {}, ...eventsTo(phase)),
  )
  const histories = payments.map(payment => opening.ledger.history(payment.id))
  opening.close()
  const { ledger } = ledgerIn(dirname(opening.file))
  expect(payments.map(payment => ledger.find(payment.id))).toEqual(payments)
  expect(payments.map(payment => ledger.history(payment.id))).toEqual(histories)
  expect(ledger.open()).toEqual(payments.slice(0, 5))
  expect(ledger.recent(100)).toEqual(payments.toReversed())
})

describe('reading a payment again', () => {
  it('reads the same bytes once, and no one can change what all share', () => {
    const { id } = add()
    const first = opening.ledger.find(id)
    expect(opening.ledger.find(id)).toBe(first)
    expect(opening.ledger.open()[0]).toBe(first)
    expect(() => Object.assign(first ?? {}, { phase: 'settled' })).toThrow(TypeError)
    expect(() => Object.assign(first?.amount ?? {}, { value: 1 })).toThrow(TypeError)
  })

  it('is right for more payments than are kept in mind', () => {
    const payments = Array.from({ length: 120 }, () => add())
    for (const _ of [1, 2])
      expect(payments.map(({ id }) => opening.ledger.find(id))).toEqual(payments)
  })
})

describe('the payments of a reference', () => {
  it.each(['R-1', '***', '…'])('are those that have exactly it: %s', reference => {
    const accepted = (its: string) => add({}, started, { ...samples.accepted, reference: its })
    const [one, other] = [accepted(reference), accepted(reference)]
    for (const near of ['r1', 'R 1', 'R-12', '****']) accepted(near)
    add()
    expect(opening.ledger.ofReference(reference)).toEqual([one, other])
    expect(opening.ledger.findByReference(reference)).toEqual(one)
    expect(opening.ledger.ofReference('')).toEqual([])
  })
})

describe('a damaged ledger', () => {
  it.each<[string, string | Buffer]>([
    ['junk', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ['half a row', Buffer.from('{"id":"0192f0')],
    ['another thing', Buffer.from('{"hello":"world"}')],
    ['nothing', Buffer.alloc(0)],
  ])('with %s for a payment says so, and the process lives', (_name, state) => {
    const payment = add()
    const sound = add()
    behindItsBack('UPDATE payment SET state = ? WHERE id = ?', [state, idBytes(payment.id)])
    expect(() => opening.ledger.find(payment.id)).toThrow(LedgerDamaged)
    expect(() => opening.ledger.open()).toThrow(LedgerDamaged)
    expect(opening.ledger.find(sound.id)).toEqual(sound)
  })

  it('is found damaged although the payment was read a moment ago', () => {
    const payment = add()
    expect(opening.ledger.find(payment.id)).toEqual(payment)
    const damaged = Buffer.from(JSON.stringify({ ...payment, attempts: -1 }))
    behindItsBack('UPDATE payment SET state = ?', [damaged])
    expect(() => opening.ledger.find(payment.id)).toThrow(LedgerDamaged)
  })

  it('with junk for an event or a request says so; with no request too, rather than send nothing', () => {
    const { id } = add()
    behindItsBack("UPDATE event SET body = x'ff'")
    behindItsBack("UPDATE request SET body = x'ff'")
    expect(() => opening.ledger.history(id)).toThrow(LedgerDamaged)
    expect(() => opening.ledger.request(id)).toThrow(LedgerDamaged)
    expect(opening.ledger.find(id)?.phase).toBe('ready')
    behindItsBack('DELETE FROM request')
    expect(() => opening.ledger.request(id)).toThrow(LedgerDamaged)
  })
})

describe('opening', () => {
  const open = (file: string, key = ledgerKey) => openLedger({ file, key })

  it('refuses a newer ledger, one of a trial version or another key, and leaves the file byte for byte', () => {
    add()
    opening.close()
    const { file } = opening
    const refuses = (key: Buffer, refusal: object) => {
      const before = readFileSync(file)
      expect(open(file, key)).toMatchObject({ ok: false, ...refusal })
      expect(readFileSync(file).equals(before)).toBe(true)
    }
    refuses(Buffer.alloc(32, 8), { reason: 'ledger-unreadable' })
    inDatabase(file, database => database.setUserVersion(ledgerVersion + 1))
    refuses(ledgerKey, { reason: 'ledger-newer', detail: `version ${ledgerVersion + 1}` })
    inDatabase(file, database => {
      database.setUserVersion(ledgerVersion)
      database.run('PRAGMA application_id = 0')
    })
    refuses(ledgerKey, { reason: 'ledger-older', detail: `version ${ledgerVersion}` })
  })

  it('says that it cannot where there is no folder', () => {
    const file = join(newFolder(), 'nowhere', 'ledger.db')
    expect(open(file)).toMatchObject({ ok: false, reason: 'storage-failed' })
  })

  it('says so, and lets go of the file, when the first tables cannot be made', () => {
    const file = join(newFolder(), 'ledger.db')
    inDatabase(file, database => database.run('CREATE TABLE payment (somebody TEXT) STRICT'))
    expect(open(file)).toMatchObject({ ok: false, reason: 'storage-failed' })
  })
})

describe('what listens to commits', () => {
  const fail = (error: unknown) => {
    throw error
  }

  it('gets each one, with the payment before it, once the commit is done', () => {
    const { ledger } = opening
    const told: [string, string | undefined, string | undefined][] = []
    for (const name of ['one', 'two'])
      ledger.onCommit(
        (payment, before) => told.push([name, before?.phase, ledger.find(payment.id)?.phase]),
        fail,
      )
    add({}, started)
    expect(told).toEqual([
      ['one', undefined, 'ready'],
      ['two', undefined, 'ready'],
      ['one', 'ready', 'sending'],
      ['two', 'ready', 'sending'],
    ])
  })

  it('keeps what it throws from the writer and from the other listeners', () => {
    const failures: unknown[] = []
    const told: Payment[] = []
    opening.ledger.onCommit(
      () => fail(new Error('the window is gone')),
      (error, payment) => failures.push([String(error), payment.id]),
    )
    opening.ledger.onCommit(payment => told.push(payment), fail)
    const ready = add()
    const sending = opening.ledger.append(ready.id, started)
    expect(opening.ledger.find(ready.id)).toEqual(sending)
    expect(told).toEqual([ready, sending])
    expect(failures).toEqual(Array(2).fill(['Error: the window is gone', ready.id]))
  })
})
