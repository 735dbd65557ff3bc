import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { calls } from '../support/window/bridge'
import { choosePractice } from '../support/window/connection'
import { keepScreenshot } from '../support/window/pictures'
import { expect, test } from '../support/window/test'

/** Sets the clock that main reads, before its first line runs. */
const setClock = `
const { Date: RealDate } = globalThis
const behind = RealDate.now() - RealDate.UTC(2016, 10, 29, 11, 5)
globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() - behind] : given))
  }
  static now() {
    return RealDate.now() - behind
  }
}
`

test('a clock that is ten years behind is said as just that, with its year', async ({
  launch,
  dataFolder,
}) => {
  const module = path.join(dataFolder, 'set-clock.cjs')
  await writeFile(module, setClock)
  const till = await launch({ args: ['-r', module], env: { TZ: 'Africa/Dar_es_Salaam' } })
  const { page } = till
  await choosePractice(page)
  const strip = page.getByRole('status').filter({ hasText: 'clock says' })
  await expect(strip).toContainText('This computer’s clock says 29 Nov 2016, 14:0')
  await expect(strip).toContainText('Set it right.')
  await expect(strip).toContainText('This Kaunta was made later')
  await expect(page.getByText('service is busy')).toHaveCount(0)
  for (const language of ['sw', 'en'] as const) {
    await calls(page, 'kaunta:settings.saveDisplay', [
      { language, theme: 'light', textSize: '100' },
    ])
    await page.locator(`html[lang="${language}"]`).waitFor()
    await keepScreenshot(till, `wrong-clock-${language}`)
  }
})
