import { rm } from 'node:fs/promises'
import path from 'node:path'
import { calls } from '../support/window/bridge'
import { choosePractice } from '../support/window/connection'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/** Writes to the console what the operating system's box would say: no test can press that away. */
const writeBoxes = ({ app }: Till) =>
  app.evaluate(({ dialog }) => {
    const write = (_title: string, text: string) => process.stdout.write(text)
    Object.assign(dialog, { showErrorBox: write })
  })

test('a second till on one data folder ends, although Chromium’s own lock was deleted', async ({
  launch,
  dataFolder,
}) => {
  test.skip(process.platform === 'win32', 'Chromium’s lock cannot be deleted there')
  const first = await launch()
  await choosePractice(first.page)
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    await rm(path.join(dataFolder, name), { force: true })
  const second = await launch()
  const ended = second.app.waitForEvent('close')
  await writeBoxes(second)
  await ended
  expect(second.output()).toContain('Another Kaunta is using the data of this till')
  expect(await calls(first.page, 'kaunta:till.state', [undefined])).toMatchObject([{ ok: true }])
})

test('a till whose lock was deleted ends before it answers another call', async ({
  launch,
  dataFolder,
}) => {
  test.skip(process.platform === 'win32', 'The lock cannot be deleted there')
  const till = await launch()
  await choosePractice(till.page)
  await writeBoxes(till)
  const ended = till.app.waitForEvent('close')
  await rm(path.join(dataFolder, 'till.lock'))
  // The till may be gone before its answer is here: the page asks too.
  const [answer] = await calls(till.page, 'kaunta:till.state', [undefined]).catch(() => [])
  expect(answer ?? { ok: false, code: 'till-fault' }).toMatchObject({
    ok: false,
    code: 'till-fault',
  })
  await ended
  expect(till.output()).toContain('Kaunta closes now')
})
