import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shiftHandlers } from '../../../../../electron/main/ipc/handlers/day'
import type { AtTill } from '../../../../../electron/main/people/access'
import { StoreFailed } from '../../../../../electron/main/store/open-till'
import type { NumberedEntry } from '../../../../../shared/audit-entry'
import type { ClosingView } from '../../../../../shared/day/closing-page'
import type { ShiftReport } from '../../../../../shared/day/shift-report'
import type { Result } from '../../../../../shared/ipc/result'
import type { Role } from '../../../../../shared/staff'
import { asha, juma, take } from '../../../../support/day-sales'
import { morning } from '../../../../support/payments/clock'
import { openEngine } from '../../../../support/payments/engine'
import { fakePrinter, papersOn } from '../../../../support/printing'
import { sellingWith, succeeded } from '../../../../support/results'
import { settingsIn } from '../../../../support/store'

/** The real handlers on a real ledger, with a person of a role at the till. */
function open(role: Role | null) {
  const { folder, ledger, clock, engine } = openEngine()
  const faults: unknown[] = []
  const paper = fakePrinter<ClosingView>()
  const exportFolder = join(folder, 'exports')
  const atTill: { now: AtTill; entries: () => NumberedEntry[] } = {
    now: role === null ? { state: 'none' } : { state: 'signed-in', member: { ...asha, role } },
    entries: () => [],
  }
  const settings = settingsIn(folder)
  const shift = shiftHandlers(sellingWith(engine, faults), {
    settings,
    computer: { clock, exportFolder },
    outputs: { papers: papersOn(paper, settings, clock) },
    staff: {
      at: () => atTill.now,
      person: () => (atTill.now.state === 'signed-in' ? asha : null),
    },
    auditLog: { list: () => atTill.entries() },
  })
  take(ledger, 'paid', { amount: { currency: 'TZS', value: 1_000 }, person: asha })
  take(ledger, 'paid', { amount: { currency: 'TZS', value: 20 }, person: juma })
  return { shift, ledger, clock, paper, exportFolder, faults, atTill }
}

const reported = (result: Result<ShiftReport | null>) =>
  succeeded(result) ?? expect.fail('There is no report')

const confirmed = ({ report }: ShiftReport) => report.currencies[0]?.blocks.confirmed.amount ?? 0

describe('a shift report', () => {
  it.each([
    ['a cashier their own payments', 'cashier', 1_000, true],
    ['a manager what everybody took', 'manager', 1_020, false],
    ['an owner what everybody took', 'owner', 1_020, false],
    ['a till without staff everything', null, 1_020, false],
  ] as const)('shows %s', async (_name, role, amount, own) => {
    const { shift } = open(role)
    const found = reported(await shift.report({ since: 'cashUp' }))
    expect({ amount: confirmed(found), own: found.own }).toEqual({ amount, own })
  })

  it('begins with the first sign-in of the person in this period', async () => {
    const { shift, atTill } = open('manager')
    const signedIn = (at: number, person: typeof asha): NumberedEntry => ({
      number: at,
      at,
      person,
      action: 'signed-in',
      detail: { role: 'manager' },
    })
    atTill.entries = () => [
      signedIn(morning + 90, asha),
      signedIn(morning + 70, asha),
      signedIn(morning + 10, juma),
    ]
    expect(reported(await shift.report({ since: 'signIn' })).report.since).toBe(morning + 70)
  })

  it('does not stop selling where the activity log cannot be read', async () => {
    const { shift, atTill, faults } = open('manager')
    atTill.entries = () => {
      throw new StoreFailed('storage-failed', 'no disk')
    }
    await expect(async () => shift.report({ since: 'signIn' })).rejects.toThrow(StoreFailed)
    expect(faults).toEqual([])
  })

  it('begins where the last printed or saved one ended, each person for themselves', async () => {
    const { shift, clock, ledger, paper, atTill } = open('cashier')
    await clock.pass(3_600_000)
    expect(confirmed(reported(await shift.print({ from: null })))).toBe(1_000)
    expect(paper.printed).toMatchObject([{ view: { shift: { own: true } }, sheets: 1 }])
    const next = reported(await shift.report({ since: 'lastReport' }))
    expect([next.report.since, confirmed(next)]).toEqual([clock.wall(), 0])
    atTill.now = { state: 'signed-in', member: { ...asha, role: 'manager' } }
    expect(reported(await shift.report({ since: 'lastReport' })).report.since).toBeNull()
    expect((await shift.exportPdf({ from: null })).ok).toBe(true)
    expect(reported(await shift.report({ since: 'lastReport' })).report.since).toBe(clock.wall())
    // Nothing was closed by any of it.
    expect(ledger.day.report(clock.wall()).currencies[0]?.blocks.confirmed.amount).toBe(1_020)
  })

  it('that did not come out is not the last one', async () => {
    const { shift, paper, exportFolder, faults } = open('manager')
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
    const { shift } = open('manager')
    const files = [await shift.exportPdf({ from: null }), await shift.exportPdf({ from: null })]
    const names = files.map(saved => (saved.ok ? saved.value.file : ''))
    expect(names[0]).toMatch(/kaunta-shift-practice-[\d-]+ [\d.]+\.pdf$/)
    expect(names[1]).toMatch(/-2\.pdf$/)
    expect(readFileSync(names[0] ?? '', 'utf8')).toMatch(/^%PDF/)
  })
})
