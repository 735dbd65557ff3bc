import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Day } from '../../../../electron/main/outputs/day'
import { ExportFolder } from '../../../../electron/main/outputs/exports/new-file'
import { Shift } from '../../../../electron/main/outputs/shift'
import type { AtTill } from '../../../../electron/main/people/access'
import type { ClosingView } from '../../../../shared/day/closing-page'
import type { ShiftReport } from '../../../../shared/day/shift-report'
import type { Result } from '../../../../shared/ipc/result'
import type { Role } from '../../../../shared/staff'
import { asha, juma, take } from '../../../support/day-payments'
import { listeningLog } from '../../../support/parts'
import { accepted, read, unauthorized, unreachable } from '../../../support/payments/answers'
import { openEngine } from '../../../support/payments/engine'
import { mobileDraft } from '../../../support/payments/payments'
import { fakePrinter, papersOn } from '../../../support/printing'
import { sellingWith, succeeded } from '../../../support/results'
import { settingsIn, storeIn } from '../../../support/store'

/** The real handlers on a real ledger, a stand-in for printer and page, and a person of a role at the till. */
function open(role: Role | null = 'manager') {
  const { folder, ledger, client, clock, engine } = openEngine()
  const faults: unknown[] = []
  const paper = fakePrinter<ClosingView>()
  const settings = settingsIn(folder)
  const exportFolder = join(folder, 'exports')
  const folderOfExports = new ExportFolder(exportFolder)
  const atTill: { now: AtTill } = {
    now: role === null ? { state: 'none' } : { state: 'signed-in', member: { ...asha, role } },
  }
  const signIn = (member: typeof asha & { role: Role }) => {
    atTill.now = { state: 'signed-in', member }
  }
  const person = () => {
    if (atTill.now.state !== 'signed-in') return null
    const { id, name } = atTill.now.member
    return { id, name }
  }
  const opener = { opened: [] as string[], fails: false }
  const parts = {
    ...{ settings, clock },
    openOutside: async (address: string) => {
      if (opener.fails) throw new Error('no program')
      opener.opened.push(address)
    },
    withEngine: sellingWith(engine, faults),
    papers: papersOn(paper, settings, clock, folderOfExports),
    exportFolder: folderOfExports,
  }
  const day = new Day({
    tellWindow: () => undefined,
    ...parts,
    person,
    connections: { engine: () => engine },
    store: storeIn(folder),
    log: listeningLog().log,
  })
  const shift = new Shift({ ...parts, staff: { at: () => atTill.now, person } })
  const close = () => day.close({ period: 1, signOffs: [], counted: [], floats: [] })
  const opened = { day, shift, ledger, client, clock, engine, faults, paper, settings, opener }
  return { ...opened, exportFolder, close, signIn }
}

/** A payment that came to nothing, and the one that was charged in its place and paid. */
async function chargedAgain(how: 'failed' | 'in cash', opened: ReturnType<typeof open>) {
  const { client, clock, engine, ledger } = opened
  const sell = async (reference: string, said: string, replaces: string | null) => {
    client.creates = [accepted({ reference })]
    client.otherwise.read = read(said, { reference })
    client.date = clock.wall
    const sold = succeeded(engine.presses.request(mobileDraft({ replaces })))
    await clock.pass(200_000)
    return sold.id
  }
  const first = await sell('R-1', how === 'failed' ? 'declined' : 'pending', null)
  const second = how === 'failed' ? await sell('R-2', 'completed', first) : null
  if (how === 'in cash') expect(engine.sales.takeCash(first, '').ok).toBe(true)
  client.calls.length = 0
  return { first, second, payment: () => ledger.find(first) }
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
    opened.signIn({ ...asha, name: 'Rehema', role: 'manager' })
    await opened.clock.pass(1_000)
    expect(await closing).toMatchObject({ ok: true, value: { closedBy: asha } })
  })

  it.each(['failed', 'in cash'] as const)(
    'close only after what was charged again (%s) was read once more (money rule 9)',
    async how => {
      const opened = open()
      const { client, clock, close, day } = opened
      const { second, payment } = await chargedAgain(how, opened)
      client.otherwise.read = read('completed')
      const closing = close()
      await clock.pass(1_000)
      expect(await closing).toMatchObject({ ok: false, code: 'cash-up-unsigned' })
      expect(client.calls.map(({ text }) => text)).toEqual(['R-1'])
      expect(payment()).toMatchObject({ alsoPaid: second ?? null, late: true, resolution: null })
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

  it('print where receipts come out and on their paper, and save sheets, the second as a copy', async () => {
    const { day, paper, clock, settings, close } = open()
    const { receipts } = settings.get()
    settings.update(all => ({ ...all, receipts: { ...receipts, printer: 'till-80', paper: '58' } }))
    await close()
    await day.print({ number: 1 })
    await day.exportPdf({ number: 1 })
    const view = { paper: '58', copiedAt: null }
    expect(paper.printed).toMatchObject([{ printer: 'till-80', sheets: 1, view }])
    expect(paper.saved).toMatchObject([{ paper: 'a4', copiedAt: clock.wall() }])
    expect(paper.openWindows).toBe(0)
  })

  it('wait for no printer for ever', async () => {
    const { day, paper, clock, close } = open()
    await close()
    paper.behaviour = 'hangs'
    const printing = day.print({ number: 1 })
    await expect.poll(() => paper.openWindows).toBe(1)
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

const reported = (result: Result<ShiftReport | null>) =>
  succeeded(result) ?? expect.fail('There is no report')

const confirmed = ({ report }: ShiftReport) => report.currencies[0]?.blocks.confirmed.amount ?? 0

/** A till at which two people sold, each one payment. */
function sold(role: Role | null) {
  const opened = open(role)
  take(opened.ledger, 'paid', { amount: { currency: 'TZS', value: 1_000 }, person: asha })
  take(opened.ledger, 'paid', { amount: { currency: 'TZS', value: 20 }, person: juma })
  return opened
}

describe('a message to the owner', () => {
  const ownerPhone = '0754 001 212'
  const toOwner = ({ settings }: ReturnType<typeof open>) =>
    settings.update(all => ({ ...all, shop: { ...all.shop, ownerPhone } }))

  it('opens with the closing for the number in Settings; without one the person chooses', async () => {
    const opened = sold('manager')
    expect((await opened.close()).ok).toBe(true)
    expect(await opened.day.send({ number: 1 })).toEqual({ ok: true, value: null })
    toOwner(opened)
    await opened.day.send({ number: 1 })
    const [chosen, owners] = opened.opener.opened
    expect(chosen).toMatch(/^https:\/\/wa\.me\/\?text=/)
    expect(owners).toMatch(/^https:\/\/wa\.me\/255754001212\?text=/)
  })

  it('has a cashier’s own shift, and the next report begins there', async () => {
    const opened = sold('cashier')
    const { shift, opener, ledger } = opened
    toOwner(opened)
    const seal = ledger.chain.seal()
    expect(seal).toMatch(/^[0-9a-f]{16}$/)
    expect(await shift.send({ from: null })).toEqual({ ok: true, value: null })
    const { pathname, searchParams } = new URL(opener.opened[0] ?? '')
    expect(pathname).toBe('/255754001212')
    expect(searchParams.get('text')).toContain('TZS 1,000 (1)')
    expect(searchParams.get('text')).not.toContain('1,020')
    expect(searchParams.get('text')).toContain(`Check code: ${seal}`)
    expect(confirmed(reported(await shift.report({ since: 'lastReport' })))).toBe(0)
  })

  it('that no program took is not the last report', async () => {
    const { shift, opener } = sold('manager')
    opener.fails = true
    expect(await shift.send({ from: null })).toMatchObject({ code: 'receipt-not-opened' })
    expect(confirmed(reported(await shift.report({ since: 'lastReport' })))).toBe(1_020)
  })
})

describe('a shift report', () => {
  it.each([
    ['a cashier their own payments', 'cashier', 1_000, true],
    ['a manager what everybody took', 'manager', 1_020, false],
    ['an owner what everybody took', 'owner', 1_020, false],
    ['a till without staff everything', null, 1_020, false],
  ] as const)('shows %s', async (_name, role, amount, own) => {
    const { shift } = sold(role)
    const found = reported(await shift.report({ since: 'cashUp' }))
    expect({ amount: confirmed(found), own: found.own }).toEqual({ amount, own })
  })

  it('begins with the first sign-in of the person in this period, whatever the clock says', async () => {
    const { shift, clock, ledger, close } = sold('cashier')
    await shift.signedIn(asha)
    expect((await close()).ok).toBe(true)
    take(ledger, 'paid', { amount: { currency: 'TZS', value: 7 }, person: asha })
    clock.setBack(86_400_000)
    const first = clock.wall()
    await shift.signedIn(juma)
    await shift.signedIn(asha)
    take(ledger, 'paid', { amount: { currency: 'TZS', value: 300 }, person: asha })
    await clock.pass(5_000)
    await shift.signedIn(asha)
    const found = reported(await shift.report({ since: 'signIn' }))
    expect([found.report.since, confirmed(found)]).toEqual([first, 300])
    expect(confirmed(reported(await shift.report({ since: 'cashUp' })))).toBe(307)
    expect(confirmed(reported(await shift.print({ from: found.from })))).toBe(300)
  })

  it('is not empty where the clock was ahead at the cash-up', async () => {
    const { shift, clock, ledger, close } = sold('manager')
    clock.setForward(7 * 86_400_000)
    expect((await close()).ok).toBe(true)
    clock.setBack(7 * 86_400_000)
    take(ledger, 'paid', { amount: { currency: 'TZS', value: 300 } })
    for (const since of ['cashUp', 'signIn', 'lastReport'] as const)
      expect(confirmed(reported(await shift.report({ since })))).toBe(300)
  })

  it('leaves what comes while it is printed to the next one', async () => {
    const { shift, ledger, paper } = sold('manager')
    paper.beforePrint = () => take(ledger, 'paid', { amount: { currency: 'TZS', value: 300 } })
    expect(confirmed(reported(await shift.print({ from: null })))).toBe(1_020)
    expect(confirmed(reported(await shift.report({ since: 'lastReport' })))).toBe(300)
  })

  it('begins where the last printed or saved one ended, each person for themselves', async () => {
    const { shift, clock, ledger, paper, signIn } = sold('cashier')
    await clock.pass(3_600_000)
    expect(confirmed(reported(await shift.print({ from: null })))).toBe(1_000)
    expect(paper.printed).toMatchObject([{ view: { shift: { own: true } }, sheets: 1 }])
    const next = reported(await shift.report({ since: 'lastReport' }))
    expect([next.report.since, confirmed(next)]).toEqual([clock.wall(), 0])
    signIn({ ...asha, role: 'manager' })
    expect(reported(await shift.report({ since: 'lastReport' })).report.since).toBeNull()
    expect((await shift.exportPdf({ from: null })).ok).toBe(true)
    expect(reported(await shift.report({ since: 'lastReport' })).report.since).toBe(clock.wall())
    // Nothing was closed by any of it.
    expect(ledger.day.report(clock.wall()).currencies[0]?.blocks.confirmed.amount).toBe(1_020)
  })

  it('that did not come out is not the last one', async () => {
    const { shift, paper, exportFolder, faults } = sold('manager')
    paper.behaviour = 'refuses'
    expect(await shift.print({ from: null })).toMatchObject({ code: 'shift-not-printed' })
    paper.printers = []
    expect(await shift.print({ from: null })).toEqual({ ok: true, value: null })
    writeFileSync(exportFolder, 'a file')
    expect(await shift.exportPdf({ from: null })).toMatchObject({ code: 'export-failed' })
    expect(reported(await shift.report({ since: 'lastReport' })).report.since).toBeNull()
    expect(faults).toEqual([])
  })

  it('is saved under the time at which it ends, twice without overwriting', async () => {
    const { shift } = sold('manager')
    const files = [await shift.exportPdf({ from: null }), await shift.exportPdf({ from: null })]
    const names = files.map(saved => (saved.ok ? saved.value.file : ''))
    expect(names[0]).toMatch(/kaunta-shift-practice-[\d-]+ [\d.]+\.pdf$/)
    expect(names[1]).toMatch(/-2\.pdf$/)
    expect(readFileSync(names[0] ?? '', 'utf8')).toMatch(/^%PDF/)
  })
})
