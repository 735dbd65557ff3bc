import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMobile, errorOf, readMobile, startService } from '../../support/conformance/service'
import {
  createCard,
  createVirtualClock,
  openMobile,
  openShop,
  textOf,
} from '../../support/practice/service'
import type { PracticeOptions } from '../../support/practice/start'
import { temporaryFolders } from '../../support/temporary-folder'

const newFolder = temporaryFolders()
const newFile = () => path.join(newFolder(), 'deeper', 'books.jsonl')

const start = (booksFile: string, options: PracticeOptions = {}) =>
  startService({ booksFile, ...options })

/** Windows keeps rights otherwise. */
const itOnPosix = it.runIf(process.platform !== 'win32')

/** The disk refuses the next write to be made durable, after half of it is on it. */
function failNextWrite(): void {
  const spy = vi.spyOn(fs, 'fdatasyncSync').mockImplementationOnce(() => {
    throw new Error('ENOSPC: no space left on device')
  })
  onTestFinished(() => spy.mockRestore())
}

const linesOf = (file: string) => fs.readFileSync(file, 'utf8').trimEnd().split('\n')

describe('books that survive a restart', () => {
  it('know the payments, their keys and their answers', async () => {
    const file = newFile()
    const before = await start(file)
    const mobile = await createMobile(before, 'one')
    const card = await createCard(before, 'two')
    const payments = before.control.payments()
    await before.stop()
    const after = await start(file)
    expect(after.control.payments()).toEqual(payments)
    expect((await createMobile(after, 'one')).text).toBe(mobile.text)
    expect((await createCard(after, 'two')).text).toBe(card.text)
    expect(after.control.payments()).toHaveLength(2)
    const token = new URL(textOf(card, 'checkout_url')).pathname
    expect((await fetch(after.address + token)).status).toBe(200)
  })

  it('forget everything when there is no file', async () => {
    const before = await startService()
    await createMobile(before, 'one')
    await before.stop()
    expect((await startService()).control.payments()).toEqual([])
  })

  it('let a payment go on as planned, and catch up with what was missed', async () => {
    const file = newFile()
    const clock = createVirtualClock()
    const shop = await openShop()
    const before = await start(file, { clock })
    const created = await createMobile(before, 'one', { webhook_url: shop.url })
    const reference = textOf(created, 'reference')
    await before.stop()
    clock.pass(3000)
    expect(shop.received).toEqual([])
    const during = await start(file, { clock })
    expect(textOf(await readMobile(during, reference), 'status')).toBe('pending')
    await during.stop()
    clock.pass(60_000)
    const after = await start(file, { clock })
    await expect.poll(() => shop.received).toHaveLength(1)
    const [payment] = after.control.payments()
    expect(payment).toMatchObject({ status: 'completed' })
    expect((payment?.updatedAt ?? 0) - (payment?.createdAt ?? 0)).toBe(5000)
  })

  it('lose nothing but the line that a crash tore', async () => {
    const file = newFile()
    const before = await start(file)
    const kept = await openMobile(before, 'one')
    await openMobile(before, 'two')
    await before.stop()
    const text = fs.readFileSync(file, 'utf8')
    fs.writeFileSync(file, text.slice(0, -20))
    const after = await start(file)
    expect(after.control.payments().map(each => each.reference)).toEqual([kept])
    expect((await createMobile(after, 'two')).status).toBe(200)
    await after.stop()
    expect((await start(file)).control.payments()).toHaveLength(2)
  })

  it('refuse to start when a line in the middle is damaged, naming file and line', async () => {
    const file = newFile()
    const before = await start(file)
    for (const key of ['one', 'two', 'three']) await openMobile(before, key)
    await before.stop()
    const lines = linesOf(file)
    fs.writeFileSync(file, [lines[0], 'rubbish', lines[2], ''].join('\n'))
    await expect(start(file)).rejects.toThrow(`Line 2 of the practice books ${file}`)
    expect(linesOf(file)[1]).toBe('rubbish')
  })

  it('are compacted at the start', async () => {
    const file = newFile()
    const before = await start(file)
    for (const _ of Array.from({ length: 10 })) await createMobile(before, 'one')
    await before.stop()
    expect(linesOf(file)).toHaveLength(10)
    const after = await start(file)
    expect(linesOf(file)).toHaveLength(1)
    expect(after.control.payments()[0]).toMatchObject({ attempts: 10 })
  })

  it('are written before the answer goes out', async () => {
    const file = newFile()
    const service = await start(file)
    const reference = await openMobile(service, 'one')
    expect(fs.readFileSync(file, 'utf8')).toContain(reference)
  })

  itOnPosix('are for their owner only', async () => {
    const file = newFile()
    await start(file)
    expect(fs.statSync(file).mode & 0o077).toBe(0)
  })

  it('hold nothing of a payment that could not be written down', async () => {
    const file = newFile()
    const service = await start(file)
    failNextWrite()
    const message = expect.stringContaining('ENOSPC')
    expect(errorOf(await createMobile(service, 'one'))).toMatchObject({ code: 500, message })
    expect(service.control.payments()).toEqual([])
    expect(fs.readFileSync(file, 'utf8')).toBe('')
    expect((await createMobile(service, 'one')).status).toBe(200)
    expect(linesOf(file)).toHaveLength(1)
  })

  it('write a change down as soon as the disk takes it again', async () => {
    const clock = createVirtualClock()
    const shop = await openShop()
    const service = await start(newFile(), { clock })
    await createMobile(service, 'one', { webhook_url: shop.url })
    failNextWrite()
    clock.pass(5000)
    expect(service.control.webhooks()).toEqual([])
    clock.pass(1000)
    await expect.poll(() => shop.received).toHaveLength(1)
  })

  it('are emptied by a reset, for good', async () => {
    const file = newFile()
    const before = await start(file)
    await openMobile(before, 'one')
    before.control.reset()
    await openMobile(before, 'two')
    await before.stop()
    const payments = (await start(file)).control.payments()
    expect(payments.map(each => each.idempotencyKey)).toEqual(['two'])
  })
})
