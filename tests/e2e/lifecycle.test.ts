import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { choosePractice } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { openFromRail, phones, railPayments, sellMobile } from '../support/window/payment'
import { expect, test } from '../support/window/test'
import { tillArguments } from '../support/window/till'

test('Practice: a first start, a second till on the same data, and a kill while the customer decides', async ({
  launch,
  dataFolder,
}) => {
  const first = await launch()
  const { app, page } = first
  await choosePractice(page)
  await test.step('Practice mode sells, and says on every screen what it is', async () => {
    const banner = page.getByRole('banner')
    for (const place of ['Payments', 'Settings', 'Charge']) {
      await page.getByRole('button', { name: place, exact: true }).click()
      await expect(banner).toContainText('PRACTICE: no real money moves')
    }
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Waiting for customer')
    await expect(banner).toContainText('PRACTICE')
    await expectState(page, 'Paid')
  })
  await test.step('a second till leaves the first alone', async () => {
    const executable = await app.evaluate(() => process.execPath)
    const second = spawn(executable, tillArguments({ dataFolder }), { stdio: 'ignore' })
    try {
      const [code] = await once(second, 'exit', { signal: AbortSignal.timeout(15_000) })
      expect(code).toBe(0)
    } finally {
      second.kill('SIGKILL')
    }
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Waiting for customer')
  })
  await test.step('killed while the customer decides it goes on after the start', async () => {
    await sellMobile(page, { phone: phones.declines, amount: '16000' })
    await expectState(page, 'Waiting for customer')
    await first.kill()

    const again = await launch()
    await openFromRail(again.page, '16,000')
    await expectState(again.page, 'Failed')
    await expect(railPayments(again.page)).toHaveCount(3)
  })
})

test('closing the window ends the till, also when nothing was set up or the service is gone', async ({
  launch,
  service,
}) => {
  const first = await launch()
  await first.page.getByRole('button', { name: 'Practice mode' }).waitFor()
  await first.close()
  const second = await launch()
  await choosePractice(second.page)
  await service.stop()
  await second.close()
})
