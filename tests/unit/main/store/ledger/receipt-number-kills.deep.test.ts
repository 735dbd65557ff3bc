import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { ledgerIn } from '../../../../support/payments/ledger'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const kills = 5

/** Kills a till that makes receipts, so many ms after its first; answers the numbers that it told. */
async function killedAfter(file: string, ms: number): Promise<number[]> {
  const program = ['--import', 'tsx', 'tests/support/receipt-child.ts', file]
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const told: number[] = []
  const lines = createInterface(child.stdout)
  lines.on('line', line => told.push(Number(line)))
  await once(lines, 'line')
  const closed = once(child, 'close')
  setTimeout(() => child.kill('SIGKILL'), ms)
  await closed
  return told
}

it('a till that is killed neither skips nor repeats a receipt number', async () => {
  const folder = newFolder()
  const told: number[] = []
  for (let kill = 0; kill < kills; kill++)
    told.push(...(await killedAfter(join(folder, 'ledger.db'), 20 + kill * 17)))
  const { ledger } = ledgerIn(folder)
  const numbers = ledger
    .recent(100_000)
    .flatMap(({ receiptNumber }) => (receiptNumber === null ? [] : [receiptNumber]))
    .sort((one, other) => one - other)
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
  expect(new Set(told).size).toBe(told.length)
  expect(numbers.length - told.length).toBeGreaterThanOrEqual(0)
  expect(numbers.length - told.length).toBeLessThanOrEqual(kills)
}, 60_000)
