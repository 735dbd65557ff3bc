import { beforeEach, describe, expect, it } from 'vitest'
import { withSnapshot } from '../../../../electron/main/backup/snapshot'
import type { BackupTasks } from '../../../../electron/main/backup/tasks'
import { systemClock } from '../../../../electron/main/platform/clock'
import { Workers } from '../../../../electron/main/platform/workers'
import { filledTill } from '../../../support/backup'
import { startPlainWorker } from '../../../support/parts'
import { recorded } from '../../../support/payments/payments'
import { keychainOf } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'
import { fakeSafeStorage } from '../../../support/till-store'

const newFolder = temporaryFolders()
const workers = new Workers<BackupTasks>({
  start: startPlainWorker,
  clock: systemClock,
  silence: 60_000,
})

let till: Awaited<ReturnType<typeof filledTill>>
beforeEach(async () => {
  till = await filledTill(newFolder(), keychainOf(fakeSafeStorage()))
  return () => till.stop()
})

describe('a copy of a till that sells', () => {
  it('is of one instant, a hundred times, and no commit is refused', async () => {
    const { ledger, close } = till.ledger()
    const heads = new Set<string>([headOf(ledger)])
    let sold = 0
    const sell = () => {
      sold += 1
      ledger.record(paymentId(sold), recorded({ idempotencyKey: `more-${sold}` }), { body: '{}' })
      heads.add(headOf(ledger))
    }
    const sellSome = () => {
      for (let sales = 0; sales < 3; sales += 1) sell()
    }
    const found: string[] = []
    const deps = { dataFolder: till.folder, store: till.store }
    await workers.use(new AbortController().signal, async worker => {
      for (let copy = 0; copy < 100; copy += 1) {
        sell()
        // So many times the till sells while it is copied.
        let busy = copy % 4
        const selling: typeof worker = {
          run(name, argument) {
            const running = worker.run(name, argument)
            if (name === 'copy' && busy > 0) {
              busy -= 1
              setTimeout(sellSome, copy % 5)
            }
            return running
          },
        }
        await withSnapshot(deps, selling, async ({ folder, key }) => {
          const { ledgers } = await worker.run('contents', { folder, manifest: { key } })
          found.push(`${ledgers.production?.links} ${ledgers.production?.value}`)
        })
      }
    })
    expect(found).toHaveLength(100)
    expect(found.filter(head => !heads.has(head))).toEqual([])
    expect(new Set(found).size).toBe(100)
    expect(ledger.statistics().payments).toBe(sold + 6)
    close()
  }, 600_000)

  it('that is written to during each copy is said to be too busy, and not waited for', async () => {
    const { ledger, close } = till.ledger()
    let sold = 0
    const busy = {
      run: async () => {
        sold += 1
        ledger.record(paymentId(sold), recorded({ idempotencyKey: `b-${sold}` }), { body: '{}' })
        return []
      },
    }
    const deps = { dataFolder: till.folder, store: till.store }
    const taken = withSnapshot(deps, busy as never, async () => 'taken')
    await expect(taken).rejects.toMatchObject({ code: 'backup-till-busy' })
    close()
  })
})

const paymentId = (number: number) => `0197b000-0000-7000-8000-${String(number).padStart(12, '0')}`

function headOf(ledger: ReturnType<typeof till.ledger>['ledger']): string {
  const { number, value } = ledger.chain.head()
  return `${number} ${value.toString('hex')}`
}
