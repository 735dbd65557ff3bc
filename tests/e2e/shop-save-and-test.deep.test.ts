import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeCertificate } from '../support/service/certificate'
import { startPostgres } from '../support/shop/postgres-server'
import { newShopDatabase } from '../support/shop/shop-database'
import { passphrase, proveOwner } from '../support/window/connection'
import { picture } from '../support/window/pictures'
import { light, saveAndTest, soon, test } from '../support/window/shop-of-tills'
import { openAdvanced, openSettings } from '../support/window/staff'
import { expect } from '../support/window/test'
import type { Till } from '../support/window/till'

async function refused(till: Till, address: string, said: string, name: string): Promise<void> {
  await saveAndTest(till.page, address)
  const alert = till.page.getByRole('alert')
  await expect(alert).toContainText(said, soon)
  await expect(alert).toContainText('Nothing was saved')
  await picture(till, `shop-test-${name}`)
  await expect(light(till.page)).toBeHidden()
}

async function works(till: Till, address: string, name: string): Promise<void> {
  await saveAndTest(till.page, address)
  await expect(till.page.getByRole('alert')).toContainText('All payments are stored there', soon)
  await expect(till.page.getByText('Everything is stored there')).toBeVisible(soon)
  await picture(till, `shop-test-${name}`)
}

test('Save and test tells apart what it finds', async ({ till, server, shop }) => {
  test.setTimeout(300_000)
  const login = await shop.addTill('Counter 1')
  const address = shop.addressOf(login)
  await openSettings(till.page, 'Shop database')
  await refused(
    till,
    address.replace(login.password, 'wrong'),
    'Role or password are wrong',
    'wrong-password',
  )
  await shop.ask("CREATE ROLE accountant LOGIN PASSWORD 'of-the-accountant'")
  const stranger = { role: 'accountant', password: 'of-the-accountant' }
  await refused(till, shop.addressOf(stranger), 'This role is no till of a shop', 'no-right')
  await refused(till, await server.newDatabase(), 'This is no shop database', 'no-schema')
  await shop.ask("INSERT INTO kaunta.schema_version (number, name) VALUES (9, '0009-later.sql')")
  await shop.ask('UPDATE kaunta.oldest_app SET version = 9')
  await refused(till, address, 'The shop database is newer', 'newer-schema')
  await shop.ask('DELETE FROM kaunta.schema_version WHERE number = 9')
  await shop.ask('UPDATE kaunta.oldest_app SET version = 1')
  await server.stop()
  await refused(till, address, 'The shop database does not answer', 'unreachable')
  await server.start()
  await works(till, address, 'works')
  await expect(till.page.getByText(/takes \d+ ms/)).toBeVisible()
})

test('over TLS the server’s certificate has to be trusted', async ({ till }) => {
  test.setTimeout(240_000)
  const authority = await makeCertificate([], { name: 'Duka authority' })
  const { cert, key } = await makeCertificate(['127.0.0.1'], {
    name: 'Shop server',
    issuer: authority,
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'kaunta-authority-'))
  const server = await startPostgres({ certificate: cert, key })
  try {
    const shop = await newShopDatabase(server, [authority.cert], 'sandbox')
    const address = shop.addressOf(await shop.addTill('Counter 1'))
    const trust = async (name: string, content: string) => {
      const file = path.join(folder, `${name}.pem`)
      writeFileSync(file, content)
      await till.app.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
      }, file)
      await openSettings(till.page, 'Connection')
      await openAdvanced(till.page)
      await till.page.getByRole('button', { name: /^Choose (a certificate|another) file/ }).click()
      await proveOwner(till.page, passphrase)
      await expect(till.page.getByText(name)).toBeVisible()
      await openSettings(till.page, 'Shop database')
    }
    await trust(
      'Another authority',
      (await makeCertificate([], { name: 'Another authority' })).cert,
    )
    await refused(till, address, 'The server’s certificate is not trusted', 'tls-not-trusted')
    await trust('Duka authority', authority.cert)
    await works(till, address, 'works-tls')
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true })
  }
})
