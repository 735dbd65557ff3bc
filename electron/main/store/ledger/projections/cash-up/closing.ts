import type { ConnectionKind } from '../../../../../../shared/connection'
import { type CashUp, expectedCash } from '../../../../../../shared/day/cash-up'
import type { DayReport } from '../../../../../../shared/day/report'
import type { LedgerCheck } from '../../../../../../shared/integrity'
import type { Person } from '../../../../../../shared/person'

/** What a person decided before closing. */
export interface Closing {
  /** The period that was on the screen. */
  period: number
  signOffs: readonly { paymentId: string; reason: string }[]
  counted: readonly { currency: string; amount: number }[]
  /** What the drawer held when the period began. */
  floats?: readonly { currency: string; amount: number }[]
}

export interface ClosingScene {
  /** Wall clock, ms. */
  at: number
  person: Person | null
  connection: ConnectionKind
  shop: { name: string; till: string }
  /** What the check of the ledger just before found. */
  ledgerCheck: LedgerCheck
}

/** The cash-up that closes a period with this report. What is open without a reason has no sign-off in it. */
export function closedReport(report: DayReport, closing: Closing, scene: ClosingScene): CashUp {
  const { at, person, connection, shop, ledgerCheck } = scene
  const reasons = new Map(closing.signOffs.map(({ paymentId, reason }) => [paymentId, reason]))
  const open = report.open.map(payment => {
    const reason = reasons.get(payment.paymentId)
    return reason === undefined ? payment : { ...payment, signOff: { reason, at, person } }
  })
  const currencies = report.currencies.map(day => {
    const float = floatIn(closing, day.currency) ?? day.drawer.float
    return { ...day, drawer: { ...day.drawer, float } }
  })
  return {
    version: 1,
    number: report.period,
    connection,
    shop,
    closedAt: at,
    closedBy: person,
    report: { ...report, currencies, open },
    cash: closing.counted.map(({ currency, amount }) => {
      const day = currencies.find(each => each.currency === currency)
      const float = day ? (day.drawer.float ?? 0) : (floatIn(closing, currency) ?? 0)
      return { currency, float, expected: day ? expectedCash(day) : float, counted: amount }
    }),
    ledgerCheck,
  }
}

/** What a person said only now that the drawer had begun with. */
function floatIn({ floats = [] }: Closing, currency: string): number | null {
  return floats.find(each => each.currency === currency)?.amount ?? null
}
