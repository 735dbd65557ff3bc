import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { choosePractice, createPassphrase } from '../support/window/connection'
import { projectFolder, sealsWithPassphrase } from '../support/window/electron-switches'
import { expectState } from '../support/window/expectations'
import { sellMobile } from '../support/window/payment'
import { picture } from '../support/window/pictures'
import { light, saveAndTest, soon } from '../support/window/shop-of-tills'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import { startTill, type Till } from '../support/window/till'

/** What the demo prints, up to its last line. */
async function printed(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of output) {
    text += piece
    if (text.includes('Ctrl+C')) return text
  }
  throw new Error(`The demo ended: ${text}`)
}

test('the demo’s two free tills open, join, and see what the others took; its owner sees all of it', async () => {
  test.setTimeout(240_000)
  const demo = spawn('npm', ['run', '--silent', 'shop-database', '--', 'demo'], {
    cwd: projectFolder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(demo, 'exit')
  const tills: Till[] = []
  try {
    const text = await printed(demo.stdout)
    const folders = [...text.matchAll(/--user-data-dir=(\S+)/g)].map(([, folder = '']) => folder)
    const addresses = [...text.matchAll(/^ {4}(postgres:\S+)/gm)].map(([, address = '']) => address)
    expect([folders.length, addresses.length]).toEqual([3, 3])
    for (const [place, dataFolder] of folders.slice(0, 2).entries()) {
      const till = await startTill({ dataFolder })
      tills.push(till)
      await choosePractice(till.page)
      await openSettings(till.page, 'Shop database')
      await saveAndTest(till.page, addresses[place] ?? '', null)
      if (sealsWithPassphrase) await createPassphrase(till.page)
      await expect(till.page.getByText(`This till is Counter ${4 + place} of duka`)).toBeVisible(
        soon,
      )
      await expect(light(till.page)).toHaveText(/working/, soon)
    }
    const [first, second] = tills
    if (!first || !second) throw new Error('Two tills are needed')
    await picture(first, 'shop-demo-joined')
    await sellMobile(first.page, { phone: '255754001213', amount: '7000' })
    await expectState(first.page, 'Paid')
    await second.page.keyboard.press('F4')
    await second.page.getByRole('combobox').fill('1213')
    const others = second.page.getByRole('region', { name: 'Other tills' })
    await expect(others.getByRole('option')).toContainText('Counter 4', soon)
    await second.page.getByRole('combobox').fill('1212')
    await expect(others.getByRole('option').first()).toContainText('Counter', soon)
    await picture(second, 'shop-demo-found')
    const owners = await startTill({ dataFolder: folders[2] ?? '' })
    tills.push(owners)
    await owners.page.getByRole('button', { name: 'Owner’s view' }).click()
    const dialog = owners.page.getByRole('alertdialog')
    await dialog.getByLabel('Owner’s address').fill(addresses[2] ?? '')
    await dialog.getByRole('button', { name: 'Open' }).click()
    if (sealsWithPassphrase) await createPassphrase(owners.page)
    const sold = owners.page.getByRole('table', { name: /^By till/ })
    await expect(sold.getByRole('row', { name: /Counter 4/ })).toContainText('7,000', soon)
    await picture(owners, 'shop-demo-owner')
    for (const till of tills) await till.close()
    process.kill(-(demo.pid ?? 0), 'SIGINT')
    await ended
    // npm ends before the demo itself has ended its server.
    await expect.poll(() => folders.filter(folder => existsSync(folder)), soon).toEqual([])
  } finally {
    for (const till of tills) await till.close()
    if (demo.exitCode === null && demo.signalCode === null) process.kill(-(demo.pid ?? 0), 'SIGINT')
    await ended
  }
})
