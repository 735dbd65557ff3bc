import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type PostgresServer, startPostgres } from '../shop/postgres-server'
import { newShopDatabase, type TestShop, type TestTill } from '../shop/shop-database'
import { passphrase, proveOwner, unlock } from './connection'
import { openSettings } from './staff'
import { test as base, expect, launchOn } from './test'
import { startTill, type Till } from './till'

interface ShopOfTills {
  server: PostgresServer
  shop: TestShop
  /** Where the second till's data is. */
  secondFolder: string
  /** Starts a till on that folder, which is connected to the same service, and unlocked. */
  launchSecond: () => Promise<Till>
}

/** A till with a shop database next to it, and a second till of the same shop. */
export const test = base.extend<ShopOfTills>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  server: async ({}, use) => {
    const server = await startPostgres()
    await use(server)
    await server.remove()
  },
  shop: async ({ server }, use) => use(await newShopDatabase(server, [], 'sandbox')),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  secondFolder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kaunta-second-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },
  launchSecond: async ({ secondFolder, switches, service }, use) => {
    const tills: Till[] = []
    const launch = async () => {
      const till = await startTill({ dataFolder: secondFolder, args: switches })
      tills.push(till)
      return till
    }
    await use(() => launchOn(secondFolder, service, 'sandbox', launch))
    await Promise.all(tills.map(till => till.close()))
  },
})

/** The tills ask the shop database every two seconds instead of every minute. A till for shops refuses this switch. */
export const quickBeat = ['--shop-beat-ms=2000']

/** Longer than the longest pause between two tries of the till. */
export const soon = { timeout: 30_000 }

export const light = (page: Page) => page.getByRole('banner').getByText(/^Shop/)

/** `proof` of an owner: a till without a recovery code takes its passphrase; null where it has no keys yet. */
export async function saveAndTest(
  page: Page,
  address: string,
  proof: string | null = passphrase,
): Promise<void> {
  await page.getByLabel('This till’s address in the database').fill(address)
  await page.getByRole('button', { name: 'Save and test' }).click()
  if (proof !== null) await proveOwner(page, proof)
}

export async function joinShop(
  page: Page,
  shop: TestShop,
  name: string,
  proof?: string,
): Promise<TestTill> {
  const till = await shop.addTill(name)
  await openSettings(page, 'Shop database')
  await saveAndTest(page, shop.addressOf(till), proof)
  await expect(page.getByRole('alert')).toContainText('All payments are stored there')
  await expect(page.getByText(`This till is ${name} of duka`)).toBeVisible(soon)
  return till
}

/** On a till that has taken nothing yet. */
export async function takePlace(page: Page, address: string): Promise<void> {
  await openSettings(page, 'Support')
  await page.getByRole('button', { name: 'Take a till’s place' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Take a lost till’s place' })
  await dialog.getByLabel('New address of the till').fill(address)
  await dialog.getByRole('radio', { name: 'The lost till’s merchant account' }).click()
  await dialog.getByRole('button', { name: 'Take its place' }).click()
  await proveOwner(page, passphrase)
}

/** Starts a till on a copy of another till's data, which is not running. It is unlocked, and ends with `close`. */
export async function startCopy(
  of: string,
  folder: string,
  args: readonly string[] = [],
): Promise<Till> {
  await cp(of, folder, { recursive: true })
  const till = await startTill({ dataFolder: folder, args })
  await unlock(till.page)
  return till
}

/** When a window first shows the text in what the selector names, ms of the computer's clock. */
export function timeOf(page: Page, selector: string, text: string): Promise<number> {
  return page.evaluate(
    ([selector, text]) =>
      new Promise<number>(resolve => {
        const observer = new MutationObserver(check)
        function check() {
          const shown = [...document.querySelectorAll(selector)]
          if (!shown.some(({ textContent }) => textContent?.includes(text))) return
          observer.disconnect()
          resolve(Date.now())
        }
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    [selector, text] as const,
  )
}
