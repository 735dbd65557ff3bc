import { expectSelling } from '../support/window/connection'
import { readLog } from '../support/window/installed'
import { expect, test } from '../support/window/test'

test('a graphics process that dies is started again, and the till goes on', async ({
  till: { app, page },
  dataFolder,
}) => {
  await expectSelling(page)
  const died = await app.evaluate(({ app: main }) => {
    const graphics = main.getAppMetrics().find(({ type }) => type === 'GPU')
    return graphics !== undefined && process.kill(graphics.pid, 'SIGKILL')
  })
  expect(died).toBe(true)
  await expect.poll(() => readLog(dataFolder)).toContain('graphics-process-gone')
  await page.getByRole('textbox', { name: 'Amount' }).fill('15000')
  // Drawn by the process that was started again.
  await expect.poll(async () => (await page.screenshot()).byteLength).toBeGreaterThan(10_000)
})
