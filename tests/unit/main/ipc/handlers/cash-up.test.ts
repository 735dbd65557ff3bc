import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { dayHandlers } from '../../../../../electron/main/ipc/handlers/day'
import type { ClosingView } from '../../../../../shared/day/closing-page'
import { asha, take } from '../../../../support/day-sales'
import { unwatched } from '../../../../support/parts'
import { accepted, read, unauthorized, unreachable } from '../../../../support/payments/answers'
import { openEngine } from '../../../../support/payments/engine'
import { mobileDraft } from '../../../../support/payments/sales'
import { fakePrinter, papersOn } from '../../../../support/printing'
import { sellingWith, succeeded } from '../../../../support/results'
import { settingsIn } from '../../../../support/store'

/** The real handlers on a real ledger, and a stand-in for printer and page. */
function open() {
  const { folder, ledger, client, clock, engine } = openEngine()
  const faults: unknown[] = []
  const atTill = { person: asha }
  const paper = fakePrinter<ClosingView>()
  const settings = settingsIn(folder)
  const exportFolder = join(folder, 'exports')
  const day = dayHandlers(sellingWith(engine, faults), {
    settings,
    computer: { clock, exportFolder },
    staff: { person: () => atTill.person },
    connections: { engine: () => engine },
    integrity: unwatched,
    outputs: { papers: papersOn(paper, settings, clock) },
    openOutside: async () => undefined,
  })
  const close = () => day.close({ period: 1, signOffs: [], counted: [], floats: [] })
  const opened = { day, ledger, client, clock, engine, faults, paper, settings }
  return { ...opened, exportFolder, close, atTill }
}

/** A sale that came to nothing, and the one that was charged in its place and paid. */
async function chargedAgain(how: 'failed' | 'in cash', opened: ReturnType<typeof open>) {
  const { client, clock, engine, ledger } = opened
  const sell = async (reference: string, said: string, replaces: string | null) => {
    client.creates = [accepted({ reference })]
    client.otherwise.read = read(said, { reference })
    client.date = clock.wall
    const sold = succeeded(engine.request(mobileDraft({ replaces })))
    await clock.pass(200_000)
    return sold.id
  }
  const first = await sell('R-1', how === 'failed' ? 'declined' : 'pending', null)
  const second = how === 'failed' ? await sell('R-2', 'completed', first) : null
  if (how === 'in cash') expect(engine.takeCash(first, '').ok).toBe(true)
  client.calls.length = 0
  return { first, second, sale: () => ledger.find(first) }
}

describe('the calls of the day', () => {
  it('close with who pressed and which connection it was', async () => {
    const { day, ledger, clock, close } = open()
    take(ledger, 'paid')
    expect(await close()).toMatchObject({
      ok: true,
      value: { number: 1, connection: 'practice', closedAt: clock.wall(), closedBy: asha },
    })
    expect(await day.past({ before: null })).toMatchObject({
      value: { cashUps: [{ number: 1, closedBy: 'Asha' }], more: false },
    })
    expect(await day.find({ number: 2 })).toMatchObject({ ok: false, code: 'no-such-cash-up' })
  })

  it('name the person who began to close, not one who signed in meanwhile', async () => {
    const opened = open()
    await chargedAgain('failed', opened)
    opened.client.otherwise.read = read('declined')
    const closing = opened.close()
    opened.atTill.person = { ...asha, name: 'Rehema' }
    await opened.clock.pass(1_000)
    expect(await closing).toMatchObject({ ok: true, value: { closedBy: asha } })
  })

  it.each(['failed', 'in cash'] as const)(
    'close only after what was charged again (%s) was read once more (money rule 9)',
    async how => {
      const opened = open()
      const { client, clock, close, day } = opened
      const { second, sale } = await chargedAgain(how, opened)
      client.otherwise.read = read('completed')
      const closing = close()
      await clock.pass(1_000)
      expect(await closing).toMatchObject({ ok: false, code: 'cash-up-unsigned' })
      expect(client.calls.map(({ text }) => text)).toEqual(['R-1'])
      expect(sale()).toMatchObject({ paidTwice: second ?? 'cash', resolution: null })
      expect(await day.past({ before: null })).toMatchObject({ value: { cashUps: [] } })
    },
  )

  it.each([
    ['does not answer', 'hang'],
    ['cannot be reached', unreachable('no')],
    ['rejects the keys', unauthorized],
  ] as const)(
    'close all the same where the service %s, within ten seconds',
    async (_name, answer) => {
      const opened = open()
      const { client, clock, close, faults } = opened
      await chargedAgain('failed', opened)
      client.otherwise.read = answer
      const closing = close()
      await clock.pass(10_000)
      expect(await closing).toMatchObject({ ok: true, value: { number: 1 } })
      expect(faults).toEqual([])
    },
  )

  it('close at once where nothing may still turn out paid', async () => {
    const { client, ledger, close } = open()
    take(ledger, 'paid')
    expect(await close()).toMatchObject({ ok: true })
    expect(client.calls).toEqual([])
  })

  it('mark every paper but the first as a copy, printed or saved', async () => {
    const { day, paper, clock, close } = open()
    await close()
    await day.print({ number: 1 })
    await day.exportPdf({ number: 1 })
    expect(paper.printed).toMatchObject([{ view: { copiedAt: null } }])
    expect(paper.saved).toMatchObject([{ copiedAt: clock.wall() }])
  })

  it('print where receipts come out and on their paper, and save sheets', async () => {
    const { day, paper, settings, close } = open()
    const { receipts } = settings.get()
    settings.update(all => ({ ...all, receipts: { ...receipts, printer: 'till-80', paper: '58' } }))
    await close()
    await day.print({ number: 1 })
    await day.exportPdf({ number: 1 })
    expect(paper.printed).toMatchObject([{ printer: 'till-80', sheets: 1, view: { paper: '58' } }])
    expect(paper.saved).toMatchObject([{ paper: 'a4' }])
    expect(paper.openWindows).toBe(0)
  })

  it('wait for no printer for ever', async () => {
    const { day, paper, clock, close } = open()
    await close()
    paper.behaviour = 'hangs'
    const printing = day.print({ number: 1 })
    await vi.waitFor(() => expect(paper.openWindows).toBe(1))
    await clock.pass(30_000)
    expect(await printing).toMatchObject({ code: 'cash-up-not-printed' })
    expect(paper.openWindows).toBe(0)
  })

  it('say that nothing was printed, and stop nothing', async () => {
    const failing = open()
    failing.paper.behaviour = 'refuses'
    await failing.close()
    expect(await failing.day.print({ number: 1 })).toMatchObject({ code: 'cash-up-not-printed' })
    expect(failing.faults).toEqual([])
    const without = open()
    without.paper.printers = []
    await without.close()
    expect(await without.day.print({ number: 1 })).toMatchObject({ value: { printed: false } })
    // Nothing came out, so the first one that does is the original.
    await without.day.exportPdf({ number: 1 })
    expect(without.paper.saved).toMatchObject([{ copiedAt: null }])
  })

  it('do not take a folder that cannot be written for a fault of the ledger', async () => {
    const { day, faults, exportFolder, close } = open()
    await close()
    writeFileSync(exportFolder, 'a file')
    expect(await day.exportCsv({ number: 1 })).toMatchObject({ code: 'export-failed' })
    expect(await day.exportPdf({ number: 1 })).toMatchObject({ code: 'export-failed' })
    expect(faults).toEqual([])
    rmSync(exportFolder)
    const saved = await day.exportPdf({ number: 1 })
    expect(saved.ok && readFileSync(saved.value.file, 'utf8')).toMatch(/^%PDF/)
  })
})
