import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../electron/main/platform/random'
import { openDatabase } from '../../../../../electron/main/store/database'
import { Ledger } from '../../../../../electron/main/store/ledger/ledger'
import { openLedger } from '../../../../../electron/main/store/ledger/open-ledger'
import { LedgerDamaged } from '../../../../../electron/main/store/ledger/rows/codec'
import { idBytes } from '../../../../../electron/main/store/ledger/rows/sale-key'
import { ledgerVersion } from '../../../../../electron/main/store/ledger/schema'
import { phaseSchema } from '../../../../../shared/payment/sale'
import { ImpossibleTransition } from '../../../../../shared/payment/sale-reducer'
import { tamper, thrownBy } from '../../../../support/database'
import { withMethods } from '../../../../support/parts'
import { morning } from '../../../../support/payments/clock'
import { ledgerIn, ledgerKey } from '../../../../support/payments/ledger'
import {
  eventsTo,
  inCash,
  type LaterEvent,
  recorded,
  samples,
} from '../../../../support/payments/sales'
import { allBytes, temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const request = { body: '{"payment_type":"mobile"}' }
const started = samples['attempt-started']

let moment = morning
/** Records a sale a moment after the one before, and appends these events. */
function add(
  { ledger }: Pick<ReturnType<typeof ledgerIn>, 'ledger'>,
  changes: Parameters<typeof recorded>[0] = {},
  ...events: readonly LaterEvent[]
) {
  moment += 10
  const id = systemRandom.saleId(moment)
  const sale = ledger.record(id, recorded({ at: moment, ...changes }), request)
  return events.length > 0 ? ledger.append(id, ...events) : sale
}

/** Does something to the file behind the ledger's back. */
function behindItsBack(file: string, sql: string, values: readonly (string | Buffer)[] = []): void {
  tamper(file, database => database.run(sql, values))
}

describe('recording a sale', () => {
  it('is in doubt where it is not proven to last: it is there, and has to be read back', () => {
    const { file, close } = ledgerIn(newFolder())
    close()
    const database = openDatabase({ file, key: ledgerKey })
    const assertDurable = () => {
      throw new Error('not durable')
    }
    const ledger = new Ledger(withMethods(database, { assertDurable }))
    const event = recorded()
    const failed = thrownBy(() => ledger.record(systemRandom.saleId(morning), event, request))
    expect(failed).toMatchObject({ name: 'LedgerWriteFailed', events: [event] })
    expect(ledger.findByDraft(event.draftId)?.phase).toBe('ready')
    database.close()
  })

  it('commits it with its request and first event, then announces it', () => {
    const opening = ledgerIn(newFolder())
    const event = recorded()
    const sale = opening.ledger.record(systemRandom.saleId(morning), event, request)
    expect(sale).toMatchObject({ phase: 'ready', draftId: event.draftId })
    expect(opening.ledger.find(sale.id)).toEqual(sale)
    expect(opening.ledger.findByDraft(event.draftId)).toEqual(sale)
    expect(opening.ledger.request(sale.id)).toEqual(request)
    expect(opening.ledger.history(sale.id)).toEqual([event])
    expect(opening.announced).toEqual([sale])
  })

  it.each([
    '{"firstname":"Zoë","lastname":"Ng\'ang\'a"}',
    '{"firstname":"أسماء","lastname":"😀 𝒳"}',
    '{ "spaced" :  1,\n\t"order":"kept" }\r\n',
    '{"null":"\\u0000","quote":"\\"","e\u0301":"\u00e9"}',
  ])('keeps the very bytes of the request, also over a restart: %j', body => {
    const folder = newFolder()
    const first = ledgerIn(folder)
    const { id } = first.ledger.record(systemRandom.saleId(morning), recorded(), { body })
    first.close()
    const kept = Buffer.from(ledgerIn(folder).ledger.request(id).body)
    expect(kept.equals(Buffer.from(body))).toBe(true)
  })

  it('refuses a second sale of the same draft, and writes nothing of it', () => {
    const opening = ledgerIn(newFolder())
    const draftId = randomUUID()
    const first = add(opening, { draftId })
    const id = systemRandom.saleId(moment + 1)
    const again = () => opening.ledger.record(id, recorded({ draftId }), request)
    expect(again).toThrow('UNIQUE')
    expect(opening.ledger.recent(10)).toEqual([first])
    expect(opening.ledger.history(id)).toEqual([])
    expect(opening.announced).toHaveLength(1)
  })

  it('leaves no name, number or key readable in the file', () => {
    const folder = newFolder()
    const opening = ledgerIn(folder)
    add(opening, { msisdn: '255754001212', idempotencyKey: 'PLANTED-key' })
    opening.close()
    for (const text of ['Mushi', '255754001212', 'PLANTED-key', 'SQLite format'])
      expect(allBytes(folder).includes(text)).toBe(false)
  })
})

describe('appending events', () => {
  it('commits them and the sale that follows', () => {
    const opening = ledgerIn(newFolder())
    const sale = add(opening, {}, ...eventsTo('settled'), samples['goods-handed-over'])
    expect(sale).toMatchObject({ phase: 'settled', outcome: 'paid' })
    expect(opening.ledger.find(sale.id)).toEqual(sale)
    expect(opening.ledger.history(sale.id).map(event => event.type)).toEqual([
      'recorded',
      'attempt-started',
      'accepted',
      'status-read',
      'settled',
      'goods-handed-over',
    ])
  })

  it('writes nothing at all when one in the middle cannot follow', () => {
    const opening = ledgerIn(newFolder())
    const before = add(opening, {}, started)
    const announced = opening.announced.length
    const events = [samples.accepted, samples.withdrawn, samples.settled]
    expect(() => opening.ledger.append(before.id, ...events)).toThrow(ImpossibleTransition)
    expect(opening.ledger.find(before.id)).toEqual(before)
    expect(opening.ledger.history(before.id)).toHaveLength(2)
    expect(opening.announced).toHaveLength(announced)
    expect(opening.ledger.append(before.id, samples.accepted).phase).toBe('pending')
  })

  it('to a sale that is not there is a fault', () => {
    const { ledger } = ledgerIn(newFolder())
    expect(() => ledger.append(randomUUID(), started)).toThrow(LedgerDamaged)
  })

  it('writes nothing that could not be read back', () => {
    const opening = ledgerIn(newFolder())
    const before = add(opening, {}, started)
    for (const bad of [{ expiresAt: -1 }, { expiresAt: 0.5 }, { reference: '' }])
      expect(() => opening.ledger.append(before.id, { ...samples.accepted, ...bad })).toThrow()
    expect(opening.ledger.find(before.id)).toEqual(before)
  })
})

describe('after a restart', () => {
  it('everything is as it was, in every phase', () => {
    const folder = newFolder()
    const first = ledgerIn(folder)
    const sales = phaseSchema.options.map(phase =>
      add(first, phase === 'cash' ? inCash({ draftId: randomUUID() }) : {}, ...eventsTo(phase)),
    )
    const histories = sales.map(sale => first.ledger.history(sale.id))
    first.close()
    const { ledger } = ledgerIn(folder)
    expect(sales.map(sale => ledger.find(sale.id))).toEqual(sales)
    expect(sales.map(sale => ledger.history(sale.id))).toEqual(histories)
    expect(ledger.open()).toEqual(sales.slice(0, 2).concat(sales.slice(2, 5)))
    expect(ledger.recent(100)).toEqual(sales.toReversed())
  })
})

describe('reading a sale again', () => {
  it('costs no second look at the same bytes, and nobody can change what all share', () => {
    const opening = ledgerIn(newFolder())
    const { id } = add(opening)
    const first = opening.ledger.find(id)
    expect(opening.ledger.find(id)).toBe(first)
    expect(opening.ledger.open()[0]).toBe(first)
    expect(() => Object.assign(first ?? {}, { phase: 'settled' })).toThrow(TypeError)
    expect(() => Object.assign(first?.amount ?? {}, { value: 1 })).toThrow(TypeError)
  })

  it('sees what was written since', () => {
    const opening = ledgerIn(newFolder())
    const { id } = add(opening)
    expect(opening.ledger.find(id)?.phase).toBe('ready')
    opening.ledger.append(id, started)
    expect(opening.ledger.find(id)?.phase).toBe('sending')
  })

  it('is right for more sales than are kept in mind', () => {
    const opening = ledgerIn(newFolder())
    const sales = Array.from({ length: 120 }, () => add(opening))
    for (const _ of [1, 2]) expect(sales.map(({ id }) => opening.ledger.find(id))).toEqual(sales)
  })
})

describe('the sales of a reference', () => {
  it.each(['R-1', '***', '…'])('are those that have exactly it: %s', reference => {
    const opening = ledgerIn(newFolder())
    const accepted = (its: string) =>
      add(opening, {}, samples['attempt-started'], { ...samples.accepted, reference: its })
    const [one, other] = [accepted(reference), accepted(reference)]
    for (const near of ['r1', 'R 1', 'R-12', '****']) accepted(near)
    add(opening)
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
  ])('with %s for a sale says so, and the process lives', (_name, state) => {
    const opening = ledgerIn(newFolder())
    const sale = add(opening)
    const sound = add(opening)
    behindItsBack(opening.file, 'UPDATE sale SET state = ? WHERE id = ?', [
      ...[state, idBytes(sale.id)],
    ])
    expect(thrownBy(() => opening.ledger.find(sale.id))).toBeInstanceOf(LedgerDamaged)
    expect(thrownBy(() => opening.ledger.open())).toBeInstanceOf(LedgerDamaged)
    expect(opening.ledger.find(sound.id)).toEqual(sound)
  })

  it('is found damaged although the sale was read a moment ago', () => {
    const opening = ledgerIn(newFolder())
    const sale = add(opening)
    expect(opening.ledger.find(sale.id)).toEqual(sale)
    const damaged = Buffer.from(JSON.stringify({ ...sale, attempts: -1 }))
    behindItsBack(opening.file, 'UPDATE sale SET state = ? WHERE id = ?', [
      ...[damaged, idBytes(sale.id)],
    ])
    expect(thrownBy(() => opening.ledger.find(sale.id))).toBeInstanceOf(LedgerDamaged)
  })

  it('with junk for an event or a request says so', () => {
    const opening = ledgerIn(newFolder())
    const { id } = add(opening)
    behindItsBack(opening.file, "UPDATE event SET body = x'ff'")
    behindItsBack(opening.file, "UPDATE request SET body = x'ff'")
    expect(thrownBy(() => opening.ledger.history(id))).toBeInstanceOf(LedgerDamaged)
    expect(thrownBy(() => opening.ledger.request(id))).toBeInstanceOf(LedgerDamaged)
    expect(opening.ledger.find(id)?.phase).toBe('ready')
  })

  it('whose request is gone says so, rather than send nothing', () => {
    const opening = ledgerIn(newFolder())
    const { id } = add(opening)
    behindItsBack(opening.file, 'DELETE FROM request')
    expect(thrownBy(() => opening.ledger.request(id))).toBeInstanceOf(LedgerDamaged)
  })
})

describe('opening', () => {
  const open = (file: string, key = ledgerKey) => openLedger({ file, key })

  it('refuses a newer ledger and leaves its file byte for byte', () => {
    const opening = ledgerIn(newFolder())
    add(opening)
    opening.close()
    const database = openDatabase({ file: opening.file, key: ledgerKey })
    database.setUserVersion(ledgerVersion + 1)
    database.close()
    const before = readFileSync(opening.file)
    expect(open(opening.file)).toEqual({
      ok: false,
      reason: 'ledger-newer',
      detail: `version ${ledgerVersion + 1}`,
    })
    expect(readFileSync(opening.file).equals(before)).toBe(true)
  })

  it('refuses another key and leaves the file as it is', () => {
    const opening = ledgerIn(newFolder())
    add(opening)
    opening.close()
    const before = readFileSync(opening.file)
    const refused = open(opening.file, Buffer.alloc(32, 8))
    expect(refused).toMatchObject({ ok: false, reason: 'ledger-unreadable' })
    expect(readFileSync(opening.file).equals(before)).toBe(true)
  })

  it('says that it cannot where there is no folder', () => {
    const file = join(newFolder(), 'nowhere', 'ledger.db')
    expect(open(file)).toMatchObject({ ok: false, reason: 'storage-failed' })
  })

  it('says so, and lets go of the file, when the first tables cannot be made', () => {
    const file = join(newFolder(), 'ledger.db')
    const database = openDatabase({ file, key: ledgerKey })
    database.run('CREATE TABLE sale (somebody TEXT) STRICT')
    database.close()
    expect(open(file)).toMatchObject({ ok: false, reason: 'storage-failed' })
  })
})
