import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unlock } from '../support/window/connection'
import { picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'
import { serveWebPage } from '../support/window/web-page'

test('an address edited between two starts: held, named, and the other server gets nothing', async ({
  dataFolder,
  launch,
  launchConnected,
  service,
}) => {
  const other = await serveWebPage()
  try {
    const first = await launchConnected({}, 'production')
    await first.close()
    const file = join(dataFolder, 'settings.json')
    const settings = JSON.parse(readFileSync(file, 'utf8'))
    settings.production.address = other.address
    writeFileSync(file, JSON.stringify(settings))
    const asked = service.control.requests().length

    const till = await launch()
    const { page } = till
    await unlock(page)
    const changes = page.getByRole('list', { name: 'Changed settings' })
    await expect(changes).toContainText('production.address')
    await expect(changes).toContainText(service.address)
    await expect(changes).toContainText(other.address)
    await picture(till, 'settings-changed')

    await test.step('only the owner’s secret settles it', async () => {
      await page.getByRole('textbox', { name: 'API secret' }).fill('a-guess')
      await page.getByRole('button', { name: 'Confirm the new values' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(changes).toBeVisible()
      await page.getByRole('textbox', { name: 'API secret' }).fill(service.apiSecret)
      await page.getByRole('button', { name: 'Confirm the new values' }).click()
    })
    await test.step('and even then the keys go to no other address', async () => {
      await expect(page.getByText('entered for another address')).toBeVisible()
      expect(other.visits()).toBe(0)
      expect(service.control.requests()).toHaveLength(asked)
    })
  } finally {
    await other.stop()
  }
})
