import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from '../support/window/test'
import type { Till } from '../support/window/till'

/** A copy of /etc for one till, which alone sees what is changed there; as root on Linux. */
const test = base.extend<{ etc: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  etc: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kaunta-etc-'))
    cpSync('/etc', folder, { recursive: true, verbatimSymlinks: true })
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})

const mayMount = process.platform === 'linux' && spawnSync('unshare', ['-m', 'true']).status === 0
test.skip(!mayMount, 'a folder of its own in place of /etc takes root on Linux')

/** As a person does it in the system's settings. */
function setZone(etc: string, zone: string): void {
  rmSync(path.join(etc, 'localtime'), { force: true })
  symlinkSync(`/usr/share/zoneinfo/${zone}`, path.join(etc, 'localtime'))
  writeFileSync(path.join(etc, 'timezone'), `${zone}\n`)
}

/** The day and the hour as main and the window count them. */
async function daysOf({ app, page }: Till): Promise<string[]> {
  const hour = () => `${new Date().toDateString()} ${new Date().getHours()}`
  return [await app.evaluate(hour), await page.evaluate(hour)]
}

/** What it is in a zone now. */
function dayIn(zone: string): string {
  const now = new Date(new Date().toLocaleString('en-US', { timeZone: zone }))
  return `${now.toDateString()} ${now.getHours()}`
}

test('a time zone that is set right while the till runs is that of main and window', async ({
  etc,
  launchConnected,
}) => {
  test.slow()
  // Between these two it is never the same day.
  const [wrong, right] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'] as const
  setZone(etc, wrong)
  const executable = path.join(etc, 'kaunta-in-a-zone')
  const script = `#!/bin/sh
unset TZ
exec unshare -m sh -c 'mount --bind "${etc}" /etc && exec "$0" "$@"' "$ELECTRON_EXEC_PATH" "$@"
`
  writeFileSync(executable, script, { mode: 0o755 })
  const till = await launchConnected({ executable })
  const { page } = till
  expect(await daysOf(till)).toEqual([dayIn(wrong), dayIn(wrong)])

  setZone(etc, right)
  await expect.poll(() => daysOf(till), { timeout: 60_000 }).toEqual([dayIn(right), dayIn(right)])
  // The page draws its clock each second.
  // The page draws its clock each second.
  const clock = page.getByRole('banner').getByRole('time')
  await expect(async () => {
    const minute = await page.evaluate(() => new Date().toTimeString().slice(0, 5))
    expect(await clock.textContent()).toBe(minute)
  }).toPass({ timeout: 15_000 })
})
