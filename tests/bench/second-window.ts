import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { displaysImpossible, startDisplays } from '../support/window/customer-window'
import { setUp, startOnce } from './window'

/** Memory of the whole process tree, MB. */
export interface SecondWindow {
  alone: readonly number[]
  withCustomer: readonly number[]
}

const customerDisplay = { width: 1024, height: 640 }

/** The till with one display, and with a second one for the customer, in turns. Null where that is not possible. */
export async function measureSecondWindow(rounds: number): Promise<SecondWindow | null> {
  if (displaysImpossible !== null) return null
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-bench-'))
  const displays = await startDisplays(folder)
  const before = process.env.DISPLAY
  process.env.DISPLAY = displays.name
  try {
    const till = await setUp(join(folder, 'till'))
    const memory = async () => (await startOnce(till, true)).memoryMb ?? Number.NaN
    const result = { alone: [] as number[], withCustomer: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      await displays.unplug()
      result.alone.push(await memory())
      await displays.plug(customerDisplay)
      result.withCustomer.push(await memory())
    }
    return result
  } finally {
    process.env.DISPLAY = before
    await displays.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
