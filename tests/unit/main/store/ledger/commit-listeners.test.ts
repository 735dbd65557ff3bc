import { expect, it } from 'vitest'
import { systemRandom } from '../../../../../electron/main/platform/random'
import type { Sale } from '../../../../../shared/payment/sale'
import { morning } from '../../../../support/payments/clock'
import { ledgerIn } from '../../../../support/payments/ledger'
import { recorded, samples } from '../../../../support/payments/sales'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const request = { body: '{"amount":15000}' }
const fail = (error: unknown) => {
  throw error
}

it('tells each listener of a commit, with the sale before it, once the commit is done', () => {
  const { ledger } = ledgerIn(newFolder())
  const told: [string, string | undefined, string | undefined][] = []
  for (const name of ['one', 'two'])
    ledger.onCommit(
      (sale, before) => told.push([name, before?.phase, ledger.find(sale.id)?.phase]),
      fail,
    )
  const { id } = ledger.record(systemRandom.saleId(morning), recorded(), request)
  ledger.append(id, samples['attempt-started'])
  expect(told).toEqual([
    ['one', undefined, 'ready'],
    ['two', undefined, 'ready'],
    ['one', 'ready', 'sending'],
    ['two', 'ready', 'sending'],
  ])
})

it('keeps what a listener throws from the writer and from the other listeners', () => {
  const { ledger } = ledgerIn(newFolder())
  const failures: unknown[] = []
  const told: Sale[] = []
  ledger.onCommit(
    () => {
      throw new Error('the window is gone')
    },
    (error, sale) => failures.push([String(error), sale.id]),
  )
  ledger.onCommit(sale => told.push(sale), fail)
  const recordedSale = ledger.record(systemRandom.saleId(morning), recorded(), request)
  const { id } = recordedSale
  const sending = ledger.append(id, samples['attempt-started'])
  expect(ledger.find(id)).toEqual(sending)
  expect(told).toEqual([recordedSale, sending])
  expect(failures).toEqual([
    ['Error: the window is gone', id],
    ['Error: the window is gone', id],
  ])
})
