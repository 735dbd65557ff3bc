import type { PostgresServer } from '../support/shop/postgres-server'
import type { TestShop, TestTill } from '../support/shop/shop-database'
import { expectSelling, passphrase, proveOwner, unlock } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { findSecret, searchFolder } from '../support/window/secret-search'
import {
  joinShop,
  light,
  quickBeat,
  saveAndTest,
  soon,
  test,
} from '../support/window/shop-of-tills'
import { openSettings } from '../support/window/staff'
import { expect } from '../support/window/test'

test.use({ switches: quickBeat })

/** Statuses of the till's sales as the shop database has them, oldest first. */
async function statusesOf(shop: TestShop, { till }: TestTill): Promise<unknown[]> {
  const rows = await shop.ask(
    'SELECT status FROM kaunta.payment WHERE till = $1 ORDER BY recorded_at',
    [till],
  )
  return rows.map(({ status }) => status)
}

/** Everything that the database holds, as text; bytes are in hex. */
async function contentOf(shop: TestShop): Promise<string> {
  const tables = await shop.ask(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
     WHERE table_schema = 'kaunta' AND table_type = 'BASE TABLE'`,
  )
  const texts: string[] = []
  for (const { name } of tables)
    for (const row of await shop.ask(`SELECT t::text AS row FROM ${name} AS t`))
      texts.push(String(row.row))
  return texts.join('\n')
}

/** Every statement goes to the server's log, with its values. */
async function logEverything(server: PostgresServer): Promise<void> {
  await server.asAdministrator('postgres', async client => {
    for (const setting of ["log_statement = 'all'", 'log_connections = on'])
      await client.query(`ALTER SYSTEM SET ${setting}`)
    await client.query('SELECT pg_reload_conf()')
  })
}

test('two tills meet in a database, sell on without it, and give it nothing secret', async ({
  till,
  launch,
  launchSecond,
  server,
  shop,
  service,
  dataFolder,
  secondFolder,
}) => {
  test.setTimeout(240_000)
  const { page } = till
  await logEverything(server)
  const logins: TestTill[] = []

  await test.step('each failure has its own words, and nothing is saved', async () => {
    await expect(light(page)).toBeHidden()
    const login = await shop.addTill('Counter 0')
    const address = shop.addressOf(login)
    await openSettings(page, 'Shop database')
    const alert = page.getByRole('alert')
    await page.getByRole('button', { name: 'Save and test' }).click()
    await expect(alert, 'nothing is typed').toContainText('begins with postgres://')
    const refused = async (typed: string, said: string) => {
      await saveAndTest(page, typed)
      await expect(alert).toContainText(said, soon)
      await expect(alert).toContainText('Nothing was saved')
    }
    await refused('https://shop.example', 'begins with postgres://')
    await refused(`${address}?connect_timeout=9`, 'says nothing to a till')
    await refused(address.replace(login.password, 'wrong'), 'Role or password are wrong')
    await refused(await server.newDatabase(), 'This is no shop database')
    await picture(till, 'shop-database-refused')
    await expect(light(page)).toBeHidden()
  })

  await test.step('the address works: earlier payments and later ones are stored', async () => {
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Paid')
    const login = await joinShop(page, shop, 'Counter 1')
    logins.push(login)
    await expect(page.getByText('Everything is stored there')).toBeVisible(soon)
    await expect(light(page)).toHaveText(/working/)
    await checkScreen(till, 'shop-database')
    await sellMobile(page, { phone: '255754001213' })
    await expectState(page, 'Paid')
    await expect.poll(() => statusesOf(shop, login), soon).toEqual(['paid', 'paid'])
  })

  const second = await launchSecond()
  logins.push(await joinShop(second.page, shop, 'Counter 2'))
  const [first, other] = logins
  if (!first || !other) throw new Error('Two tills are needed')

  await test.step('the database is gone: both tills sell, and say what waits', async () => {
    await server.kill()
    for (const { page } of [till, second]) {
      const before = Date.now()
      await sellMobile(page, { phone: phones.approves, amount: '7000' })
      await expectState(page, 'Paid')
      // The customer takes half a second; nothing waits for the database's own limits.
      expect(Date.now() - before).toBeLessThan(15_000)
      await expect(light(page)).toHaveText(/entries wait/, soon)
      await expect(light(page)).toHaveAttribute('data-light', 'off')
    }
    await openSettings(page, 'Shop database')
    await expect(page.getByText('entries are not stored there yet')).toBeVisible()
    await expect(page.getByText('The till goes on selling')).toBeVisible()
    await picture(till, 'shop-database-unreachable')
  })

  await test.step('it is there again: everything arrives, once', async () => {
    await server.start()
    await expect.poll(() => statusesOf(shop, first), soon).toEqual(['paid', 'paid', 'paid'])
    await expect.poll(() => statusesOf(shop, other), soon).toEqual(['paid'])
    for (const { page } of [till, second]) await expect(light(page)).toHaveText(/working/, soon)
    await expect(page.getByText('Everything is stored there')).toBeVisible()
    expect(service.control.payments()).toHaveLength(4)
  })

  await test.step('another machine takes the second till’s place: it says why and sells no more', async () => {
    await shop.replaceTill(other.till)
    await expect(second.page.getByText('Another computer has taken this till’s place')).toBeVisible(
      soon,
    )
    await expect(second.page.getByText('Everything that this till recorded')).toBeVisible(soon)
    await expect(second.page.getByRole('textbox', { name: 'Amount' })).toBeHidden()
    await picture(second, 'shop-database-replaced')
  })

  await test.step('no password and no key is in the database, its log, or anything of the tills', async () => {
    const content = await contentOf(shop)
    const outputs = [till.output(), second.output()].join('\n')
    await till.close()
    await second.close()
    const [payment] = service.control.payments()
    expect(findSecret(Buffer.from(content), payment?.reference ?? '')).not.toEqual([])
    expect(server.log()).toContain('kaunta.ship')
    const secrets = [service.apiKey, service.apiSecret, passphrase, first.password, other.password]
    for (const secret of secrets) {
      expect(findSecret(Buffer.from(content), secret), 'in the database').toEqual([])
      expect(findSecret(Buffer.from(server.log()), secret), 'in its log').toEqual([])
      expect(findSecret(Buffer.from(outputs), secret), 'on a console').toEqual([])
      for (const folder of [dataFolder, secondFolder])
        expect(await searchFolder(folder, secret), 'in a data folder').toEqual([])
    }
  })

  await test.step('after the next start it goes on by itself', async () => {
    const { page: next } = await launch()
    await unlock(next)
    await expectSelling(next)
    await expect(light(next)).toHaveText(/working/, soon)
  })
})

test('an owner sets up an empty database from Settings, and the second till joins the same shop', async ({
  till,
  launchSecond,
  server,
}) => {
  test.setTimeout(240_000)
  const { page } = till
  const address = await server.newDatabase()
  const setUp = async ({ page }: typeof till, names: { till: string; address?: string }) => {
    const dialog = page.getByRole('alertdialog', { name: 'Set up the shop database' })
    await dialog.getByLabel('Administrator’s address').fill(names.address ?? address)
    await dialog.getByRole('textbox', { name: 'Shop name' }).fill('Duka la Asha')
    await dialog.getByRole('textbox', { name: 'Till name' }).fill(names.till)
    await dialog.getByRole('button', { name: 'Set up', exact: true }).click()
    await proveOwner(page, passphrase)
    return dialog
  }
  const openSetUp = async ({ page }: typeof till) => {
    await openSettings(page, 'Shop database')
    await page.getByRole('button', { name: 'Set up the shop database' }).click()
  }

  await test.step('a role without the right gets an error that says so, and makes nothing', async () => {
    await server.asAdministrator('postgres', client =>
      client.query("CREATE ROLE guest LOGIN PASSWORD 'guest'"),
    )
    await openSetUp(till)
    const asGuest = new URL(address)
    asGuest.username = 'guest'
    asGuest.password = 'guest'
    const dialog = await setUp(till, { till: 'Counter 1', address: asGuest.href })
    await expect(dialog.getByRole('alert')).toContainText('may not set up', soon)
    await picture(till, 'shop-set-up-no-right')
  })

  await test.step('an administrator’s address makes it, and payments are stored there', async () => {
    await setUp(till, { till: 'Counter 1' })
    await expect(page.getByText('This till is Counter 1 of Duka la Asha')).toBeVisible(soon)
    await expect(light(page)).toHaveText(/working/, soon)
    await checkScreen(till, 'shop-set-up')
  })

  await test.step('the next till joins it under a name of its own', async () => {
    const second = await launchSecond()
    await openSetUp(second)
    const dialog = await setUp(second, { till: 'Counter 1' })
    await expect(dialog.getByRole('alert')).toContainText('a till Counter 1 already', soon)
    await setUp(second, { till: 'Counter 2' })
    await expect(second.page.getByText('This till is Counter 2 of Duka la Asha')).toBeVisible(soon)
    await sellMobile(page, { phone: phones.approves, amount: '31000' })
    await expectState(page, 'Paid')
    await second.page.keyboard.press('F4')
    await second.page.getByRole('combobox').fill('31000')
    await expect(second.page.getByRole('option')).toContainText('Counter 1', soon)
  })
})
