import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSmallDisk, smallDiskImpossible } from '../support/small-disk'
import {
  backupPassphrase,
  beginBackup,
  makeBackup,
  openBackup,
  withoutRelaunch,
} from '../support/window/backup'
import { passphrase as tillPassphrase, unlock } from '../support/window/connection'
import { createRequests, expectState } from '../support/window/expectations'
import { openFromRail, paymentState, phones, sellMobile } from '../support/window/payment'
import { checkScreen, keepScreenshot, picture } from '../support/window/pictures'
import { addPeople, people, signIn } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import { startTill, type Till } from '../support/window/till'

test('a backup goes on in a second window: its pending payment is paid there, and nothing is sent twice', async ({
  launchConnected,
  service,
}) => {
  test.setTimeout(240_000)
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-second-'))
  const stick = mkdtempSync(join(tmpdir(), 'kaunta-stick-'))
  const started: Till[] = []
  const second = async () => {
    const till = await startTill({ dataFolder: folder })
    started.push(till)
    return till
  }
  try {
    const first = await launchConnected({}, 'production')
    await addPeople(first.page, people.neema, people.rehema)
    await sellMobile(first.page, { phone: phones.neverAnswers, amount: '15000' })
    await expectState(first.page, 'Waiting for customer')
    // The second payment's request is on its way while the backup is made, and arrives after it.
    service.control.pause()
    await sellMobile(first.page, { phone: phones.approves, amount: '27000' })
    await expect.poll(() => createRequests(service).length).toBe(2)
    const file = await makeBackup(first, stick, service.apiSecret)
    await picture(first, 'backup-made')
    await first.page.getByRole('button', { name: 'Back up every day' }).click()
    await picture(first, 'backup-daily')
    await first.page.getByRole('button', { name: 'Cancel' }).click()
    await first.kill()
    service.control.resume()
    await expect.poll(() => service.control.payments().length).toBe(2)
    const asked = service.control.requests().length

    const fresh = await second()
    await test.step('a damaged one, a cut one and another passphrase: said, and nothing is changed', async () => {
      await fresh.page.getByRole('button', { name: 'Restore a backup' }).click()
      const bytes = readFileSync(file)
      const turned = Buffer.from(bytes)
      turned.writeUInt8(turned.readUInt8(turned.length >> 1) ^ 1, turned.length >> 1)
      const before = readdirSync(folder).filter(isOurs).toSorted()
      const bad = [
        ['turned.kaunta', turned, backupPassphrase, 'damaged or was cut off'],
        ['cut.kaunta', bytes.subarray(0, -70_000), backupPassphrase, 'damaged or was cut off'],
        ['whole.kaunta', bytes, 'another passphrase', 'does not open this backup'],
      ] as const
      for (const [name, content, passphrase, words] of bad) {
        writeFileSync(join(stick, name), content)
        await openBackup(fresh, join(stick, name), passphrase)
        await expect(fresh.page.getByRole('alertdialog').getByText(words)).toBeVisible({
          timeout: 20_000,
        })
        expect(readdirSync(folder).filter(isOurs).toSorted()).toEqual(before)
      }
      await picture(fresh, 'backup-refused')
    })

    await test.step('what is in it is shown before it replaces anything', async () => {
      await openBackup(fresh, file, backupPassphrase)
      const shown = fresh.page.getByRole('alertdialog', { name: 'This is in the backup' })
      await expect(shown).toContainText('2, of them open: 2', { timeout: 20_000 })
      await expect(shown).toContainText('If another till still sells with this record')
      await checkScreen(fresh, 'backup-content')
      await shown.getByLabel('New passphrase for this till').fill(tillPassphrase)
      await withoutRelaunch(fresh)
      const closed = fresh.app.waitForEvent('close')
      await shown.getByRole('button', { name: 'Restore and start again' }).click()
      await closed
    })

    const restored = await second()
    const { page } = restored
    await test.step('nothing is sent before an owner has confirmed the copy', async () => {
      await unlock(page)
      await expect(page.getByRole('list', { name: 'People' })).toBeVisible()
      await signIn(page, people.neema)
      await expect(
        page.getByRole('heading', { name: 'This till was restored from a backup' }),
      ).toBeVisible()
      await checkScreen(restored, 'backup-hold')
      expect(service.control.requests()).toHaveLength(asked)
    })

    await test.step('then the pending payment is read, and paid', async () => {
      const [pending] = service.control.payments()
      service.control.decide(pending?.reference ?? '', 'completed')
      await page.getByRole('button', { name: 'The other till is off: go on here' }).click()
      await openFromRail(page, '15,000')
      await expectState(page, 'Paid')
      expect(createRequests(service)).toHaveLength(2)
    })

    await test.step('and the one that may have been sent is asked for again only by a person', async () => {
      await openFromRail(page, '27,000')
      await expect(paymentState(page)).toContainText('Outcome unknown')
      await picture(restored, 'backup-unknown')
      expect(createRequests(service)).toHaveLength(2)
      await page.getByRole('button', { name: /^Try again/ }).click()
      await expectState(page, 'Paid')
      expect(service.control.payments()).toHaveLength(2)
    })
  } finally {
    for (const till of started) await till.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    rmSync(stick, { recursive: true, force: true })
  }
})

test('a backup that finds its disk full says so: by hand at once, and daily in a strip', async ({
  launchConnected,
  service,
}) => {
  const impossible = smallDiskImpossible()
  test.skip(impossible !== null, impossible ?? '')
  test.setTimeout(240_000)
  const disk = makeSmallDisk(8)
  try {
    const till = await launchConnected()
    const { page } = till
    await beginBackup(till, disk.folder, service.apiSecret, 'Back up every day')
    const ours = () => readdirSync(disk.folder).filter(name => name.endsWith('.kaunta'))
    await expect.poll(() => ours().length, { timeout: 60_000 }).toBe(1)
    for (const name of ours()) rmSync(join(disk.folder, name))
    disk.fill()
    await beginBackup(till, disk.folder, service.apiSecret)
    const dialog = page.getByRole('alertdialog', { name: 'Make a backup' })
    await expect(dialog.getByRole('alert')).toContainText('The backup could not be written.', {
      timeout: 60_000,
    })
    await expect(dialog.getByRole('alert')).toContainText('The disk is full.')
    await expect(dialog).not.toContainText('Check that the disk is there')
    await keepScreenshot(till, 'backup-full-disk')
    await page.getByRole('button', { name: 'Cancel' }).click()
    // The folder is looked at again a minute after the start at the latest.
    const strip = page.getByRole('status').filter({ hasText: 'No daily backup since' })
    await expect(strip).toContainText('The disk of the backup folder is full', { timeout: 90_000 })
    await keepScreenshot(till, 'backup-strip')
  } finally {
    disk.remove()
  }
})

/** Chromium keeps its own files next to ours. */
function isOurs(name: string): boolean {
  return /^(ledger|key|till|preferences|restore|backup|before)/.test(name)
}
