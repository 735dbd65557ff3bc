import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '../support/window/bridge'
import { unlock } from '../support/window/connection'
import { picture } from '../support/window/pictures'
import { addPeople, people, signIn } from '../support/window/staff'
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
    await expect(changes).toContainText('Production, Service address')
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

test('with staff only an owner settles a change, and both are on the audit log', async ({
  dataFolder,
  launch,
  launchConnected,
}) => {
  const { neema, rehema } = people
  const first = await launchConnected()
  await addPeople(first.page, neema, rehema)
  await first.close()
  const file = join(dataFolder, 'settings.json')
  const settings = JSON.parse(readFileSync(file, 'utf8'))
  settings.shop.till = 'Till 9'
  writeFileSync(file, JSON.stringify(settings))

  const { page } = await launch()
  await unlock(page)
  await signIn(page, rehema)
  const changes = page.getByRole('list', { name: 'Changed settings' })
  await expect(changes).toContainText('Till 9')
  const asked = { putBack: false, proof: '' }
  expect(await calls(page, 'kaunta:settings.settleChanges', [asked])).toMatchObject([
    { ok: false, code: 'owner-needed' },
  ])
  await expect(changes).toBeVisible()
  await page.keyboard.press('Control+l')
  await signIn(page, neema)
  await page.getByRole('button', { name: 'Put the old values back' }).click()
  await expect(changes).toBeHidden()
  expect(JSON.parse(readFileSync(file, 'utf8')).shop.till).toBe('Till 1')
  const [listed] = await calls(page, 'kaunta:auditLog.list', [{ before: null }])
  expect(listed).toMatchObject({
    ok: true,
    value: {
      entries: expect.arrayContaining([
        expect.objectContaining({
          action: 'settings-settled',
          person: expect.objectContaining({ name: neema.name }),
          detail: { putBack: true },
        }),
        expect.objectContaining({
          action: 'settings-changed-outside',
          person: null,
          detail: { setting: 'shop.till', before: 'Till 1', now: 'Till 9' },
        }),
      ]),
    },
  })
})
