import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { systemClock } from '../../../../electron/practice/clock'
import { createMobile, startService } from '../../../support/conformance/service'
import { listeningLog } from '../../../support/parts'
import { morning } from '../../../support/payments/clock'
import { storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const { practiceLedger } = await import('../../../../electron/main/connections/practice-endpoint')

const newFolder = temporaryFolders()

function booksIn(dataFolder: string) {
  const store = storeIn(dataFolder)
  const clock = { wall: () => morning }
  const { log, lines } = listeningLog()
  const books = practiceLedger({ dataFolder, store, clock, random: systemRandom, log })
  return { books, lines }
}

function startIn(folder: string, wall = Date.now()) {
  return startService({ ...booksIn(folder).books, clock: { ...systemClock, wall: () => wall } })
}

/** A folder whose practice has taken these payments, and was stopped. */
async function usedFolder(...keys: string[]): Promise<string> {
  const folder = newFolder()
  const service = await startIn(folder)
  for (const key of keys) await createMobile(service, key)
  await service.stop()
  return folder
}

const fileIn = (folder: string) => readFileSync(join(folder, 'practice-service.jsonl'), 'utf8')

it('are read again after a restart, and hold no number that was typed', async () => {
  const folder = newFolder()
  const before = await startIn(folder)
  const created = await createMobile(before, 'one')
  const [payment] = before.control.payments()
  const { phone_number } = JSON.parse(payment?.request ?? '{}')
  expect(phone_number).toMatch(/^\d{9,}$/)
  expect(fileIn(folder)).not.toContain(phone_number)
  expect(Buffer.from(fileIn(folder), 'base64').toString('latin1')).not.toContain(phone_number)
  await before.stop()
  const after = await startIn(folder)
  expect((await createMobile(after, 'one')).text).toBe(created.text)
})

it('are dropped when no till can ask for them any more', async () => {
  const folder = await usedFolder('one')
  const half = 183 * 86_400_000
  const soon = await startIn(folder, Date.now() + half - 60_000)
  expect(soon.control.payments()).toHaveLength(1)
  await soon.stop()
  const late = await startIn(folder, Date.now() + half + 3_600_000)
  expect(late.control.payments()).toEqual([])
})

it('of another key are set aside, and new ones begun', async () => {
  const folder = await usedFolder('one')
  for (const name of ['key.json', 'key.copy.json']) rmSync(join(folder, name))
  const after = await startIn(folder)
  expect(after.control.payments()).toEqual([])
  const aside = readdirSync(folder).filter(name => name.startsWith('practice-service.set-aside'))
  expect(aside).toHaveLength(1)
})

it('with a damaged line are set aside as they are, and learning goes on', async () => {
  const folder = await usedFolder('one', 'two', 'three')
  const [first = '', second = '', ...rest] = fileIn(folder).split('\n')
  const damaged = [first, `AAAA${second.slice(4)}`, ...rest].join('\n')
  writeFileSync(join(folder, 'practice-service.jsonl'), damaged)
  const { books, lines } = booksIn(folder)
  expect((await startService(books)).control.payments()).toEqual([])
  const [aside = ''] = readdirSync(folder).filter(name => name.includes('set-aside'))
  expect(readFileSync(join(folder, aside), 'utf8')).toBe(damaged)
  expect(lines.join()).toContain(`"event":"practice-books-set-aside","file":"${aside}"`)
})
