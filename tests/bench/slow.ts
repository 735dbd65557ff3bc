import { spawn } from 'node:child_process'
import { pressPayButton, sellMobile } from '../support/window/payment'
import type { Till } from '../support/window/till'
import { withService } from './window'

const openPayments = 10
const slower = 4
/** Chromium names no shorter delay. */
const shortest = 16

/** What the observer of the page collects. */
interface PageMarks {
  benchKeys?: number[]
}

/**
 * From a key press in the amount until the screen shows it, ms, with ten payments open: the window's processor four
 * times slower, and a busy core next to main.
 */
export function measureSlowComputer(keys: number): Promise<readonly number[]> {
  // No call is answered while this runs.
  return withService({ approvalSeconds: 3_600 }, async till => {
    for (let n = 0; n < openPayments; n += 1) {
      await sellMobile(till.page, { phone: `2557553${String(n).padStart(5, '0')}` })
      await pressPayButton(till.page, 'New sale')
    }
    return pressKeys(till, keys)
  })
}

async function pressKeys({ page }: Till, keys: number): Promise<readonly number[]> {
  const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.evaluate(
      options => {
        const marks = globalThis as unknown as PageMarks
        const seen: number[] = []
        marks.benchKeys = seen
        new PerformanceObserver(list => {
          for (const entry of list.getEntries())
            if (entry.name === 'keydown') seen.push(entry.duration)
        }).observe(options as never)
      },
      { type: 'event', durationThreshold: shortest },
    )
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await amount.click()
    for (let n = 0; n < keys; n += 1) {
      await page.keyboard.press(n % 6 === 5 ? 'Control+a' : String(1 + (n % 9)))
      await page.waitForTimeout(150)
    }
    await page.waitForTimeout(1_000)
    const seen = await page.evaluate(() => (globalThis as unknown as PageMarks).benchKeys ?? [])
    // Keys that were shown sooner are not named.
    return [...seen, ...Array.from({ length: Math.max(0, keys - seen.length) }, () => shortest)]
  } finally {
    busy.kill('SIGKILL')
    await session.detach()
  }
}
