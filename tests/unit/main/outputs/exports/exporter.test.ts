import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Exporter } from '../../../../../electron/main/outputs/exports/exporter'
import { ExportFolder } from '../../../../../electron/main/outputs/exports/new-file'
import { systemRandom } from '../../../../../electron/main/platform/random'
import type { SalesEngine } from '../../../../../electron/main/sales/sales-engine'
import type { Ledger } from '../../../../../electron/main/store/ledger/ledger'
import type { Language } from '../../../../../shared/language'
import { everyPayment } from '../../../../../shared/payment/payments-filter'
import { withMethods } from '../../../../support/parts'
import { createVirtualClock, morning } from '../../../../support/payments/clock'
import { ledgerIn } from '../../../../support/payments/ledger'
import { eventsTo, recorded, samples, unrecognised } from '../../../../support/payments/payments'
import { sellingWith, succeeded } from '../../../../support/results'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

function open(language: Language = 'en') {
  const folder = join(newFolder(), 'Kaunta')
  const shown: string[] = []
  const { ledger } = ledgerIn(newFolder())
  const connection: { ledger: Ledger; isOpen: () => boolean } = { ledger, isOpen: () => true }
  const engine = () =>
    ({ kind: 'practice', ledger: connection.ledger }) as Partial<SalesEngine> as SalesEngine
  let sells = engine()
  const exporter = new Exporter({
    folder: new ExportFolder(folder),
    withEngine: work => {
      sells = engine()
      return sellingWith(sells)(work)
    },
    connections: { engine: () => (connection.isOpen() ? sells : null) },
    clock: createVirtualClock(),
    language: () => language,
    showItemInFolder: file => shown.push(file),
  })
  const add = (changes: Parameters<typeof recorded>[0], at = morning) => {
    const id = systemRandom.paymentId(at)
    ledger.record(id, recorded({ at, ...changes }), { body: '{}' })
    return ledger.append(id, ...eventsTo('settled'))
  }
  /** The file of all payments that the text finds, and its cells. */
  const exported = async (text = '') => {
    const answer = succeeded(await exporter.payments({ filter: { ...everyPayment, text } }))
    const [head = [], ...rows] = cellsOf(answer.file)
    return { ...answer, head, rows }
  }
  return { folder, shown, exporter, connection, add, ledger, exported }
}

/** The cells of a CSV file, as a spreadsheet reads them. */
function cellsOf(file: string): string[][] {
  const text = readFileSync(file, 'utf8')
  expect(text.codePointAt(0)).toBe(0xfeff)
  const lines = text.slice(1).split('\r\n').filter(Boolean)
  return lines.map(line =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
    ),
  )
}

describe('exported sales', () => {
  it('have a row each, with what the sale has and lacks of its total, and all its payments', async () => {
    const { ledger, exported } = open()
    const part = (value: number, more: Parameters<typeof recorded>[0]) => {
      const id = systemRandom.paymentId(morning)
      const of = { amount: { currency: 'TZS', value }, total: 10_000, ...more }
      return ledger.record(id, recorded(of), { body: '{}' })
    }
    const cash = part(4_500, { channel: 'cash' })
    const push = part(5_500, { sale: cash.id })
    ledger.append(push.id, ...eventsTo('settled'))
    ledger.append(push.id, { ...samples['given-back'], value: 2_500, worth: 2_500 })
    const { head, rows, sales } = await exported()
    expect(sales).toBe(1)
    const names = ['Sale', 'Received, less given back', 'Channel', 'Given back', 'Reference']
    expect(rows.map(row => names.map(name => row[head.indexOf(name)]))).toEqual([
      ['10000', '7500', "'Cash · Mobile money", '2500', "'R-1"],
    ])
  })

  it('are what the filter finds, newest first, page by page', async () => {
    const { add, exported } = open()
    for (let n = 0; n < 130; n++)
      add({ amount: { currency: 'TZS', value: n + 1 } }, morning + n * 1_000)
    add({ customer: { ...recorded().customer, firstName: 'Neema' } }, morning + 200_000)
    const { head, rows, ...counts } = await exported('asha')
    expect(counts).toMatchObject({ sales: 130, unreadable: 0 })
    expect(head.slice(0, 4)).toEqual(['Day', 'Time', 'State', 'Sale'])
    expect(rows.map(row => Number(row[3]))).toEqual(Array.from({ length: 130 }, (_, n) => 130 - n))
    expect(rows.every(row => row[2] === 'Paid' && row.length === head.length)).toBe(true)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x")'])(
    'hold no formula: %j',
    async text => {
      const { add, exported } = open()
      add({ note: text, customer: { ...recorded().customer, lastName: `${text}z`.trim() } })
      const bytes = readFileSync((await exported()).file, 'utf8')
      // What stands at the beginning of a cell, behind its quotes.
      expect(bytes.match(/(?:^|,|\r\n)"?[=+\-@\t\r][^\n]/gm) ?? []).toEqual([])
      expect(bytes).toContain("'")
    },
  )

  it('name the items in one cell', async () => {
    const { add, exported } = open()
    const lines = [
      { name: 'Soda', quantity: 2, price: 1_500 },
      { name: '', quantity: 1, price: 2_500 },
    ]
    add({ amount: { currency: 'TZS', value: 5_500 }, lines })
    const { head, rows } = await exported()
    expect(rows[0]?.[head.indexOf('Items')]).toBe("'2 × Soda 1,500; Other 2,500")
  })

  it('keep numbers that are names as text', async () => {
    const { add, exported } = open()
    add({ note: '1E5', msisdn: '999123456789012' }, morning - 1_000)
    add({ note: '0754001212', msisdn: '255754001212' })
    const { head, rows } = await exported()
    const cells = rows.map(row => ['Phone', 'Note', 'Sale'].map(name => row[head.indexOf(name)]))
    expect(cells).toEqual([
      ["'0754 001 212", "'0754001212", '15000'],
      ["'999123456789012", "'1E5", '15000'],
    ])
  })

  it('go to a file of their own, never over another', async () => {
    const { add, exported } = open()
    add({})
    const first = await exported()
    writeFileSync(first.file, 'edited by the owner')
    const second = await exported()
    expect(second.file).not.toBe(first.file)
    expect(readFileSync(first.file, 'utf8')).toBe('edited by the owner')
  })

  it('leave no half file when the connection goes meanwhile', async () => {
    const all = open()
    for (let n = 0; n < 60; n++) all.add({}, morning + n)
    let asked = 0
    all.connection.isOpen = () => ++asked < 2
    const answer = await all.exporter.payments({ filter: everyPayment })
    expect(answer).toMatchObject({ ok: false, code: 'not-exported' })
    expect(readdirSync(all.folder)).toEqual([])
  })

  it('let others work between two pages', async () => {
    const all = open()
    for (let n = 0; n < 170; n++) all.add({}, morning + n)
    const between: number[] = []
    const search: Ledger['search'] = query => {
      between.push(0)
      setImmediate(() => {
        between[between.length - 1] = 1
      })
      return all.ledger.search(query)
    }
    all.connection.ledger = withMethods(all.ledger, { search })
    await all.exporter.payments({ filter: everyPayment })
    expect(between).toEqual([1, 1, 1, 1])
  })
})

describe('exported money that was given back', () => {
  it.each([
    [
      'en',
      ['Given back', 'How it was given back', 'Given back by', 'Reason for giving back'],
      'In cash',
      'Paid',
    ],
    [
      'sw',
      ['Pesa iliyorudishwa', 'Ilirudishwaje', 'Aliyerudisha', 'Sababu ya kurudisha'],
      'Taslimu',
      'Yamelipwa',
    ],
  ] as const)(
    'has columns of its own, and the state stays Paid (%s)',
    async (language, names, how, state) => {
      const { add, ledger, exported } = open(language)
      add({}, morning - 1_000)
      const refunded = add({})
      const person = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Neema' }
      ledger.append(refunded.id, { ...samples['given-back'], person, reason: '=torn' })
      const { head, rows } = await exported()
      const columns = [2, ...names.map(name => head.indexOf(name))]
      expect(rows.map(row => columns.map(column => row[column]))).toEqual([
        [state, '15000', `'${how}`, "'Neema", "'=torn"],
        [state, '', '', '', ''],
      ])
    },
  )
})

describe('one exported payment', () => {
  it('has its facts and every event with its raw words and its person', async () => {
    const all = open()
    const payment = all.add({ note: '=cmd' })
    const person = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Neema' }
    all.ledger.append(payment.id, { ...samples['goods-handed-over'], person })
    const answer = succeeded(await all.exporter.history({ paymentId: payment.id }))
    const cells = cellsOf(answer.file)
    expect(cells.map(row => row[3])).toContain('settled')
    const last = cells.at(-1) ?? []
    expect(last.slice(3, 5)).toEqual(['goods-handed-over', "'Neema"])
    const read = cells.find(row => row[3] === 'status-read')?.[5]
    expect(read).toContain('status: completed; providerStatus: APPROVED')
  })

  it('whose word had no meaning at first has both words, what made it pending again, and the names of fields that were unread', async () => {
    const all = open()
    const id = systemRandom.paymentId(morning)
    all.ledger.record(id, recorded(), { body: '{}' })
    all.ledger.append(id, ...eventsTo('pending'))
    const unread = ['created_at', 'amount']
    const read = { ...samples['status-read'], status: 'processed_ok', unread }
    const later = [samples.reopened, samples.settled, samples['provider-disagreed']]
    all.ledger.append(id, read, unrecognised, ...later)
    const answer = succeeded(await all.exporter.history({ paymentId: id }))
    const rows = cellsOf(answer.file).map(row => row.slice(3, 6).filter(Boolean).join(' | '))
    expect(rows.slice(-5)).toEqual([
      `status-read | 'by: poller; status: processed_ok; providerStatus: APPROVED; unread: ["created_at","amount"]`,
      "settled | 'status: processed_ok; outcome: unrecognised",
      "reopened | 'status: pending",
      "settled | 'status: completed; outcome: paid",
      "provider-disagreed | 'providerStatus: DECLINED",
    ])
    // An empty list says nothing.
    expect(rows.find(row => row.startsWith('accepted'))).not.toContain('unread')
  })
})

describe('showing a file in its folder', () => {
  it('is for files that were exported here, and no others', async () => {
    const { add, exporter, exported, shown } = open()
    add({})
    const { file } = await exported()
    expect(exporter.showInFolder({ file: '/etc/passwd' })).toMatchObject({ code: 'not-allowed' })
    expect(exporter.showInFolder({ file })).toMatchObject({ ok: true })
    expect(shown).toEqual([file])
  })
})
