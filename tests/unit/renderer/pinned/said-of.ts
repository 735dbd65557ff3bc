import { customerView } from '../../../../electron/main/customer-display/customer-scene'
import { exportWords } from '../../../../electron/main/exports/export-words'
import { saleHeadings, saleRow } from '../../../../electron/main/exports/sale-row'
import { takingsOf } from '../../../../electron/main/ledger/projections/cash-up/taking'
import { liveButtons } from '../../../../renderer/features/payment/actions-of'
import { recentOrder } from '../../../../renderer/layout/recent-order'
import { tutorialStep } from '../../../../renderer/layout/tutorial'
import { adviceFor } from '../../../../renderer/sale-status/advice'
import {
  displayStatusAt,
  displayStatusOf,
  exceptionWordOf,
  toneAndIcon,
} from '../../../../renderer/sale-status/display-status'
import { meaningOfSale } from '../../../../renderer/sale-status/meaning'
import {
  attentionReasons,
  needingAttention,
} from '../../../../renderer/sale-status/needs-attention'
import { freedBy } from '../../../../renderer/sale-status/number-holder'
import {
  type SpokenMoment,
  sentenceFor,
  waitsSince,
} from '../../../../renderer/sale-status/sentence'
import { asksForItsEnd, endToName } from '../../../../renderer/sale-status/wait-end'
import { isWaiting } from '../../../../renderer/sale-status/waiting'
import { newsKey } from '../../../../renderer/stores/news-store'
import en from '../../../../resources/languages/en.json'
import { isUnknown, takingKindsOf } from '../../../../shared/day/standing'
import { dayStateOf } from '../../../../shared/day/state'
import {
  allowedActions,
  isDisputed,
  isOpen,
  isPaidInCash,
  isUnclear,
  mayBeRefunded,
  mayStillBePaid,
  needsManager,
  needsResolving,
} from '../../../../shared/payment/actions'
import { isOverdue } from '../../../../shared/payment/overdue'
import { promptOf } from '../../../../shared/payment/prompt'
import { isDueByItself, mayHaveReceipt } from '../../../../shared/payment/receipt'
import { isSeen, resultOf, toneOf } from '../../../../shared/payment/result'
import type { Sale } from '../../../../shared/payment/sale'
import {
  saleStateSchema,
  searchStatusesOf,
  searchStatusOf,
} from '../../../../shared/payment/sales-filter'
import { isTriedAgain } from '../../../../shared/payment/status'
import { recorded, saleAfter } from '../a-sale'

const fresh: SpokenMoment & { ages: { sinceRecorded: number; sinceFresh: number } } = {
  timeUp: false,
  promptGone: false,
  isLate: false,
  freshness: 'fresh',
  why: 'queue',
  elsewhere: false,
  overdue: false,
  tooLate: false,
  waited: 0,
  secondsLeft: null,
  ages: { sinceRecorded: 4_000_000, sinceFresh: 0 },
}

/** The moments that change what is said, each compared with the plain one. */
const moments = {
  plain: fresh,
  ask: { ...fresh, freshness: 'ask' },
  tooOld: { ...fresh, freshness: 'too-old' },
  lateToTry: { ...fresh, isLate: true },
  elsewhere: { ...fresh, elsewhere: true },
  overdue: { ...fresh, overdue: true },
  overdueElsewhere: { ...fresh, overdue: true, elsewhere: true },
  timeUp: { ...fresh, timeUp: true },
  promptGone: { ...fresh, promptGone: true },
  noInternet: { ...fresh, why: 'no-internet' },
} as const satisfies Record<string, typeof fresh>

type Lines = Record<string, string>

const list = (items: readonly string[]) => items.join(', ') || '-'
const yes = (facts: Record<string, boolean>) =>
  list(Object.entries(facts).flatMap(([name, is]) => (is ? [name] : [])))

/** What every screen, list, total and file says of a sale, a line for each. */
export function saidOf(sale: Sale): Lines {
  return { ...onScreen(sale), ...inTotals(sale), ...atEachMoment(sale) }
}

function onScreen(sale: Sale): Lines {
  const status = displayStatusOf(sale)
  const { tone, icon } = toneAndIcon(status)
  const chip = exceptionWordOf(sale)
  const result = resultOf(sale)
  const plain = saleAfter()
  const settledAfter = [sale, { ...plain, id: 'z' }, { ...sale, id: 'y' }]
  return {
    word: `${en.status[status]}${chip ? ` + ${en.live[chip]}` : ''}`,
    look: `${tone} ${icon}`,
    result: result === null ? '-' : `${en.result.name[result]} (sound ${toneOf(result)})`,
    order: recentOrder(settledAfter)
      .map(({ id }) => (id === 'z' ? 'an open one' : id === 'y' ? 'twin' : 'this'))
      .join(', '),
    attention: list(attentionReasons(sale, 'practice').map(reason => reason.key)),
    attentionElsewhere: list(attentionReasons(sale, 'another').map(reason => reason.key)),
    attentionRank: String(
      needingAttention([sale, ...rankMarks]).findIndex(({ id }) => id === sale.id),
    ),
    news: newsKey(sale)?.replace(sale.id, '').trim() ?? '-',
    lesson: tutorialStep('practice', [sale]) ?? '-',
    customer: JSON.stringify(
      customerView(sale, { serviceClockOffset: 0, account: 'practice', promptLifetimeMs: 180_000 }),
    ),
    is: yes({
      open: isOpen(sale),
      unclear: isUnclear(sale),
      needsManager: needsManager(sale),
      needsResolving: needsResolving(sale),
      disputed: isDisputed(sale),
      refundable: mayBeRefunded(sale),
      receipt: mayHaveReceipt(sale),
      receiptByItself: isDueByItself(sale, sale.settledAt ?? 0),
      paidInCash: isPaidInCash(sale),
      mayStillBePaid: mayStillBePaid(sale),
      seen: isSeen(sale),
      waiting: isWaiting(sale),
      triedAgain: isTriedAgain(sale),
      overdue: isOverdue(sale, {
        serviceNow: null,
        account: 'practice',
        seen: 90_000_000,
        assumedLifetime: 1,
      }),
    }),
    number: `${promptAt(sale, 0)} then ${promptAt(sale, 90_000_000)}; ${freedBy(sale)}`,
    waitsSince: String(waitsSince(sale) - recorded.at),
  }
}

const rankMarks = [
  ['twice', { paidTwice: 'cash' as const }],
  ['late', { late: true }],
  ['settled', { contradiction: 'x' }],
]
  .map(([id, more]) => ({
    ...(more as Partial<Sale>),
    id: id as string,
  }))
  .map(more => ({
    ...saleAfter(),
    phase: 'settled' as const,
    outcome: 'paid' as const,
    recordedAt: 9_000_000,
    ...more,
  }))

function promptAt(sale: Sale, seen: number): string {
  return promptOf(sale, {
    serviceNow: null,
    seen,
    promptLifetime: 180_000,
    assumedLifetime: 1_000,
    sinceLastAttempt: seen,
  })
}

function inTotals(sale: Sale): Lines {
  const words = exportWords('en')
  const headings = saleHeadings(words)
  const cells = saleRow(sale, words)
  const search = searchStatusOf(sale)
  return {
    filters: list(
      saleStateSchema.options.filter(state => searchStatusesOf([state]).includes(search)),
    ),
    searchedAs: search,
    day: `${dayStateOf(sale)}; ${list(takingKindsOf(sale))}; ${isUnknown(sale) ? 'unknown' : 'known'}`,
    takings:
      takingsOf(sale, false)
        .map(
          ({ kind, facts }) =>
            `${kind} ${facts.state} ${yes({ late: facts.late, paidTwice: facts.paidTwice, contradicted: facts.contradicted, handedOver: facts.handedOver, refund: facts.refund !== null })}`,
        )
        .join(' | ') || '-',
    export: headings
      .flatMap((heading, index) =>
        exported.includes(heading) || !cells[index]
          ? []
          : [`${heading}=${String(cells[index] ?? '')}`],
      )
      .join('; '),
  }
}

/** Columns that only repeat what was typed, or a time. */
const { column } = en.exportFile
const exported: readonly string[] = [
  column.day,
  column.time,
  column.amount,
  column.currency,
  column.phone,
  column.firstName,
  column.lastName,
  column.channel,
  column.cashier,
  column.settledAt,
  column.handedOverAt,
  column.refundedAt,
  column.note,
  column.saleId,
  column.refundedBy,
  column.resolvedAt,
  column.resolvedBy,
  column.handedOverBy,
]

/** A moment that changes nothing is left out. */
function atEachMoment(sale: Sale): Lines {
  const plain = atMoment(sale, moments.plain)
  const lines: Lines = { 'at plain': plain }
  for (const [name, moment] of Object.entries(moments)) {
    const said = atMoment(sale, moment)
    if (said !== plain) lines[`at ${name}`] = said
  }
  return lines
}

function atMoment(sale: Sale, moment: typeof fresh): string {
  const { primary, others, apart } = liveButtons(sale, moment)
  const advice = adviceFor(sale, moment)
  return [
    displayStatusAt(sale, moment),
    meaningOfSale(sale, moment),
    `${advice.kind} ${advice.key}`,
    `says ${sentenceFor(sale, moment) ?? '-'}`,
    `may ${list(allowedActions(sale, moment))}`,
    `buttons [${primary}] ${list(others)} / ${list(apart)}`,
    `end ${asksForItsEnd(sale, moment)} ${endToName(sale, { ...moment, countdown: null }) ?? '-'}`,
  ].join('; ')
}
