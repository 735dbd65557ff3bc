import type { RuleName } from '../rules/scene'
import type { Wrap } from '../till/adapter'
import type { Mutation } from './mutant'
import * as wrapped from './wrappers'

/** A bug planted in the till: in a copy of its source, or between it and what it is built on. */
export interface Bug {
  /** The rule that it breaks. */
  rule: RuleName
  name: string
  mutations?: readonly Mutation[]
  wrap?: Wrap
}

const life = 'shared/payment/life.ts'
const actions = 'shared/payment/actions.ts'
const readResult = 'electron/main/payments/read-result.ts'

/** At least one for each money rule, and for what else the simulation checks. */
export const bugs: readonly Bug[] = [
  {
    rule: 'rule 1',
    name: 'an attempt is written down after it left',
    wrap: wrapped.writtenTooLate,
  },
  { rule: 'rule 1', name: 'other bytes are sent than committed', wrap: wrapped.otherBytes },
  { rule: 'rule 2', name: 'a retry makes the body anew', wrap: wrapped.bodyMadeAnew },
  { rule: 'rule 3', name: 'each attempt has a new key', wrap: wrapped.newKeyEachTime },
  { rule: 'rule 3', name: 'a second press is a second sale', wrap: wrapped.everyPressIsASale },
  {
    rule: 'rule 3',
    name: "a retry goes with another account's keys",
    mutations: [
      {
        file: 'shared/payment/account.ts',
        from: 'return sale.maybeSent && sale.account !== null && sale.account !== account',
        to: 'return false && account === sale.account',
      },
    ],
  },
  { rule: 'rule 4', name: 'ECONNRESET means never sent', wrap: wrapped.guessedFromTheCode },
  {
    rule: 'rule 4',
    name: 'an attempt that never left takes back an earlier one',
    mutations: [
      {
        file: life,
        from: "const maybeSent = sale.maybeSent || event.sent === 'maybe'",
        to: "const maybeSent = event.sent === 'maybe'",
      },
    ],
  },
  { rule: 'rule 5', name: "the processor's APPROVED counts as paid", wrap: wrapped.approvedIsPaid },
  {
    rule: 'rule 6',
    name: 'a contradicting answer replaces the result',
    mutations: [
      {
        file: life,
        from: 'return { contradiction: event.status, resolution: null }',
        to: "return { contradiction: event.status, resolution: null, outcome: 'failed' }",
      },
    ],
  },
  {
    rule: 'rule 6',
    name: 'a contradicting answer is dropped',
    mutations: [
      {
        file: readResult,
        from: 'return contradicts && !known ?',
        to: 'return !contradicts && !known && differs && sale.contradiction ?',
      },
    ],
  },
  {
    rule: 'rule 7',
    name: 'an old push goes alone',
    mutations: [
      {
        file: 'shared/payment/freshness.ts',
        from: "return ages.sinceFresh < limits.aloneMs ? 'fresh' : 'ask'",
        to: "return ages.sinceFresh < limits.aloneMs * 3 ? 'fresh' : 'ask'",
      },
    ],
  },
  {
    rule: 'rule 7',
    name: 'a clock set back makes a push young',
    mutations: [
      {
        file: 'electron/main/payments/sale-age.ts',
        from: 'Math.max(byWall, byMonotonic, 0)',
        to: 'byWall',
      },
    ],
  },
  {
    rule: 'rule 7',
    name: 'a clock set back hides a later sleep',
    mutations: [
      {
        file: 'electron/main/payments/sale-age.ts',
        from: 'if (passed < step && Math.abs(byWall - byMonotonic) < step) return',
        to: 'if (passed >= 0) return',
      },
    ],
  },
  {
    rule: 'rule 8',
    name: 'an unknown sale leaves the list of open ones',
    mutations: [
      {
        file: actions,
        from: "return ['ready', 'held', 'sending', 'unknown', 'pending'].includes(sale.phase)",
        to: "return ['ready', 'held', 'sending', 'pending'].includes(sale.phase)",
      },
    ],
  },
  {
    rule: 'rule 9',
    name: 'paid after "stop waiting" is not called late',
    mutations: [
      {
        file: life,
        from: 'sale.expiredAt !== null || sale.stoppedWaitingAt !== null',
        to: 'sale.expiredAt !== null',
      },
    ],
  },
  {
    rule: 'rule 10',
    name: 'an unknown push does not hold its number',
    mutations: [
      {
        file: 'shared/payment/live-push.ts',
        from: 'if (isOpen(sale)) return true',
        to: "if (isOpen(sale)) return sale.phase === 'pending'",
      },
    ],
  },
  {
    rule: 'rule 10',
    name: 'a person ends a wait whose push still rings',
    mutations: [
      {
        file: 'shared/payment/overdue.ts',
        from: "return sale.phase === 'pending' && untilOverdue(sale, facts) <= 0",
        to: "return sale.phase === 'pending' && untilOverdue(sale, facts) <= longestLife",
      },
    ],
  },
  {
    rule: 'rule 11',
    name: 'goods are handed over again',
    mutations: [
      {
        file: life,
        from: "return sale.outcome !== 'paid' || sale.handedOverAt !== null",
        to: "return sale.outcome !== 'paid'",
      },
      {
        file: actions,
        from: "sale.outcome === 'paid' && sale.handedOverAt === null",
        to: "sale.outcome === 'paid'",
      },
      {
        file: 'electron/main/payments/ledger.ts',
        from: 'if (handedOver) throw new AlreadyHandedOver(handedOver)',
        to: "if (handedOver?.id === 'none') throw new AlreadyHandedOver(handedOver)",
      },
      {
        file: 'electron/main/payments/cashier-actions.ts',
        from: 'if (sale && sale.handedOverAt !== null) return alreadyHandedOver(sale)',
        to: "if (sale?.id === 'none') return alreadyHandedOver(sale)",
      },
    ],
  },
  {
    rule: 'rule 12',
    name: 'another currency counts',
    mutations: [
      {
        file: 'electron/main/payments/attempt-result.ts',
        from: 'if (answered.currency !== null && answered.currency !== currency)',
        to: "if (answered.currency === 'none')",
      },
    ],
  },
  {
    rule: 'rule 13',
    name: 'a word in no list is green',
    mutations: [
      {
        file: 'shared/payment/status-words.ts',
        from: "if (paid === failed) return 'unrecognised'",
        to: "if (paid === failed) return 'paid'",
      },
    ],
  },
  { rule: 'rule 13', name: 'a word is tidied before it is shown', wrap: wrapped.wordsAreTidied },
  { rule: 'keys', name: 'rejected keys are tried again', wrap: wrapped.rejectedKeysAreTriedAgain },
  { rule: 'pace', name: 'what the service asks for is not heard', wrap: wrapped.deafToPauses },
  { rule: 'storm', name: 'retries make no pause', wrap: wrapped.noPauses },
  { rule: 'liveness', name: 'alarms that are far off are lost', wrap: wrapped.alarmsAreLost },
  {
    rule: 'receipt',
    name: 'what is not paid gets a receipt',
    mutations: [
      {
        file: 'shared/payment/receipt.ts',
        from: "return sale.outcome === 'paid' && !isDisputed(sale) &&",
        to: 'return !isDisputed(sale) &&',
      },
      {
        file: life,
        from: "return sale.outcome !== 'paid' || event.copy !== sale.receiptCopies + 1",
        to: 'return event.copy !== sale.receiptCopies + 1',
      },
    ],
  },
  {
    rule: 'rule 11',
    name: 'goods are handed over after a refund',
    mutations: [
      {
        file: life,
        from: 'sale.handedOverAt !== null || sale.refund !== null',
        to: 'sale.handedOverAt !== null',
      },
      {
        file: actions,
        from: 'sale.handedOverAt === null && sale.refund === null',
        to: 'sale.handedOverAt === null',
      },
      {
        file: 'electron/main/payments/cashier-actions.ts',
        from: 'if (sale?.refund) return alreadyRefunded(sale.id, sale.refund)\n    try',
        to: 'try',
      },
    ],
  },
  {
    rule: 'refund',
    name: 'a refund counts as handed over',
    mutations: [
      {
        file: life,
        from: 'return { refund: { at, how, reason, person } }',
        to: 'return { refund: { at, how, reason, person }, handedOverAt: at }',
      },
    ],
  },
  {
    rule: 'ledger',
    name: 'of several events only the first is kept',
    mutations: [
      {
        file: 'electron/main/payments/ledger.ts',
        from: 'writeEvents(database, chain, id, length, events)',
        to: 'writeEvents(database, chain, id, length, events.slice(0, 1))',
      },
    ],
  },
]
