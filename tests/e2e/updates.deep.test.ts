import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  newSigningKey,
  startUpdateServer,
  type UpdateServer,
} from '../support/updates/update-server'
import { choosePractice } from '../support/window/connection'
import { pressToEnd } from '../support/window/keyboard'
import { phones, sellMobile } from '../support/window/payment'
import { checkScreen, expectAccessible, picture } from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { test as base, expect } from '../support/window/test'

const test = base.extend<{ server: UpdateServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  server: async ({}, use) => {
    const server = await startUpdateServer()
    await use(server)
    await server.stop()
  },
})

const content = randomBytes(300_000)
const packages = {
  'kaunta_9.0.0_amd64.deb': content,
  'kaunta-9.0.0-1.x86_64.rpm': content,
}

const card = (page: Page) => page.getByRole('region', { name: 'Updates' })

async function enter(page: Page, address: string, publicKey: string): Promise<void> {
  await card(page).getByLabel('Address of updates').fill(address)
  await card(page).getByLabel('Signing key').fill(publicKey)
  await card(page).getByRole('button', { name: 'Save' }).click()
  await expect(card(page).getByText('Saved')).toBeVisible()
}

const check = (page: Page) => card(page).getByRole('button', { name: 'Check now' }).click()

test('an owner enters an address; what is not the publisher’s is refused, and a payment comes first', async ({
  launch,
  server,
}) => {
  server.publish('9.0.0', packages)
  const till = await launch()
  const { page } = till
  await choosePractice(page)
  await openSettings(page, 'Support')

  await test.step('off: nothing is asked', async () => {
    await expect(card(page)).toContainText('Updates are off.')
    await expect(card(page).getByRole('button', { name: 'Check now' })).toBeHidden()
    await card(page).scrollIntoViewIfNeeded()
    await picture(till, 'updates-off')
    expect(server.asked).toEqual([])
  })

  await test.step('an address without a safe way, and a key that is none, are said', async () => {
    await card(page).getByLabel('Address of updates').fill('http://updates.example')
    await card(page).getByLabel('Signing key').fill('abc')
    await card(page).getByRole('button', { name: 'Save' }).click()
    await expect(card(page)).toContainText('44 characters, ending with =')
    await expect(card(page).getByLabel('Signing key')).toHaveAttribute('aria-invalid', 'true')
    await card(page).getByLabel('Signing key').fill(server.publicKey)
    await card(page).getByRole('button', { name: 'Save' }).click()
    await expect(card(page)).toContainText('The address of updates begins with https')
    expect(server.asked).toEqual([])
  })

  await test.step('another key: refused, and nothing is fetched', async () => {
    await enter(page, server.address, newSigningKey().publicKey)
    await expect(card(page)).toContainText('Not checked yet')
    expect(server.asked).toEqual([])
    await check(page)
    await expect(card(page).getByRole('alert')).toContainText('not signed with your signing key')
    await expect(card(page).getByRole('alert')).toContainText('This till goes on with version')
    await card(page).getByRole('alert').scrollIntoViewIfNeeded()
    await picture(till, 'updates-refused')
    await expectAccessible(till, 'updates refused')
    expect(server.asked).toEqual(['latest-linux.yml', 'latest-linux.yml.sig'])
  })

  await test.step('a payment is open: it waits', async () => {
    await enter(page, server.address, server.publicKey)
    await sellMobile(page, { phone: phones.neverAnswers })
    await openSettings(page, 'Support')
    const asked = server.asked.length
    await check(page)
    await expect(card(page).getByRole('alert')).toContainText('A payment is open')
    expect(server.asked).toHaveLength(asked)
  })
  await till.close()

  await test.step('switched off again after the next start: nothing is asked any more', async () => {
    const { page: next } = await launch()
    await openSettings(next, 'Support')
    await expect(card(next).getByLabel('Address of updates')).toHaveValue(server.address)
    const asked = server.asked.length
    await enter(next, '', '')
    await expect(card(next)).toContainText('Updates are off.')
    expect(server.asked).toHaveLength(asked)
  })
})

test('a damaged package is refused; a sound one lies where the screen says, with the command for the computer’s own installer', async ({
  launch,
  server,
}) => {
  server.publish('9.0.0', packages)
  for (const name of Object.keys(packages)) server.files.set(name, randomBytes(content.length))
  const till = await launch()
  const { page } = till
  await choosePractice(page)
  await openSettings(page, 'Support')
  await enter(page, server.address, server.publicKey)
  await check(page)
  await expect(card(page).getByRole('alert')).toContainText('damaged, or not the one')
  await openSettings(page, 'Activity log')
  await expect(page.getByText('Update refused')).toBeVisible()
  await expect(page.getByText(/Section: Updates/)).toBeVisible()
  await picture(till, 'updates-activity-log')

  server.publish('9.0.0', packages)
  await openSettings(page, 'Support')
  await check(page)
  await expect(card(page)).toContainText('Version 9.0.0 is downloaded and checked')
  const file =
    (await card(page)
      .getByText(/^\/.*\.(deb|rpm)$/)
      .textContent()) ?? ''
  expect(await readFile(file)).toEqual(content)
  await expect(card(page)).toContainText(`sudo apt install '${file}'`)
  for (const button of await card(page).getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await card(page).getByText('Or in a terminal').scrollIntoViewIfNeeded()
  await checkScreen(till, 'updates-ready')
  await expectAccessible(till, 'updates ready')
})

test('an AppImage is exchanged and started once a person chose it and the till has closed', async ({
  launch,
  server,
  dataFolder,
}) => {
  const old = path.join(dataFolder, 'kaunta-0.1.0-linux-x86_64.AppImage')
  const next = path.join(dataFolder, 'kaunta-9.0.0-linux-x86_64.AppImage')
  const started = path.join(dataFolder, 'started')
  await writeFile(old, 'the version that runs')
  // What it finds open of the till when it starts: the ledger's files, if any.
  const script = `#!/bin/sh\nls "${dataFolder}" > "${started}"\n`
  server.publish('9.0.0', { [path.basename(next)]: Buffer.from(script) })
  const till = await launch({ env: { APPIMAGE: old } })
  const { page } = till
  await choosePractice(page)
  await openSettings(page, 'Support')
  await enter(page, server.address, server.publicKey)
  await check(page)
  await expect(card(page)).toContainText('Version 9.0.0 is downloaded and checked')
  await card(page).getByRole('button', { name: 'Install when the till closes' }).click()
  await expect(card(page)).toContainText('It is installed when the till closes')
  await card(page).getByText('It is installed').scrollIntoViewIfNeeded()
  await picture(till, 'updates-chosen')
  await expectAccessible(till, 'updates chosen')
  await card(page).getByRole('button', { name: 'Do not install' }).click()
  await expect(card(page)).toContainText('It is installed when you choose it')
  expect(existsSync(next)).toBe(false)

  await pressToEnd(till, card(page).getByRole('button', { name: 'Close the till and install' }))
  await expect.poll(() => existsSync(started)).toBe(true)
  expect(await readFile(next, 'utf8')).toBe(script)
  expect(existsSync(old)).toBe(false)
  // The ledger was closed before: its write-ahead log is gone.
  const there = await readFile(started, 'utf8')
  expect(there).toContain('ledger-practice.db')
  expect(there).not.toContain('-wal')
})

test('an AppImage that was chosen is not installed while a payment is open', async ({
  launch,
  server,
  dataFolder,
}) => {
  const old = path.join(dataFolder, 'kaunta-0.1.0-linux-x86_64.AppImage')
  const name = 'kaunta-9.0.0-linux-x86_64.AppImage'
  await writeFile(old, 'the version that runs')
  server.publish('9.0.0', { [name]: Buffer.from('#!/bin/sh\n') })
  const till = await launch({ env: { APPIMAGE: old } })
  const { page } = till
  await choosePractice(page)
  await openSettings(page, 'Support')
  await enter(page, server.address, server.publicKey)
  await check(page)
  await card(page).getByRole('button', { name: 'Install when the till closes' }).click()
  await expect(card(page)).toContainText('It is installed when the till closes')
  await sellMobile(page, { phone: phones.neverAnswers })
  await till.close()
  expect(existsSync(path.join(dataFolder, name))).toBe(false)
  expect(await readFile(old, 'utf8')).toBe('the version that runs')
})
