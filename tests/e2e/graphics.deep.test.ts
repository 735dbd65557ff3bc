import type { ElectronApplication, Page } from '@playwright/test'
import { expectState } from '../support/window/expectations'
import { readLog } from '../support/window/installed'
import { phones, sellMobile } from '../support/window/payment'
import { expect, test } from '../support/window/test'

/** Asked of main: Playwright has lost the page whose process crashed. */
function shown(app: ElectronApplication): Promise<{ text: string; picture: number }> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (!contents || contents.isCrashed()) return { text: '', picture: 0 }
    const text = await contents.executeJavaScript('document.body.innerText')
    return { text, picture: (await contents.capturePage()).toPNG().length }
  })
}

async function sellPaid(page: Page): Promise<void> {
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
}

/** The screen with this payment, drawn: an empty picture has 5 kB. */
async function expectDrawn(app: ElectronApplication): Promise<void> {
  await expect
    .poll(() => shown(app), { timeout: 30_000 })
    .toMatchObject({ text: expect.stringContaining('15,000') })
  await expect.poll(async () => (await shown(app)).picture).toBeGreaterThan(10_000)
}

test('a graphics process that dies is started again, and the till goes on', async ({
  till: { app, page },
  dataFolder,
}) => {
  await sellPaid(page)
  const died = await app.evaluate(({ app: main }) => {
    const graphics = main.getAppMetrics().find(({ type }) => type === 'GPU')
    return graphics !== undefined && process.kill(graphics.pid, 'SIGKILL')
  })
  expect(died).toBe(true)
  await expect.poll(() => readLog(dataFolder)).toContain('graphics-process-gone')
  await expectDrawn(app)
})

test('a window whose page crashes is loaded again, with its payments', async ({
  till: { app, page },
  dataFolder,
}) => {
  await sellPaid(page)
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
  await expect.poll(() => readLog(dataFolder)).toContain('till-window-gone')
  await expectDrawn(app)
})
