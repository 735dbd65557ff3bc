import type { HttpResponse } from '../../../electron/main/service/exchange'
import type { SourceChange } from '../../support/bundle'
import type { RuleName } from '../rules/scene'
import type { Troubles } from '../shop-run'
import type { Wrap } from '../till/adapter'
import * as misread from './misread'
import * as wrapped from './wrappers'

/** A bug planted in the till: in a copy of its source, or between it and what it is built on. */
export interface Bug {
  /** The rule that it breaks. */
  rule: RuleName
  name: string
  /** Where the hunt begins: a seed that finds what few seeds meet. */
  from?: number
  /** A seed that finds it: where the test begins, which has fewer seeds than `npm run simulate -- --planted`. */
  near?: number
  /** What the computer suffers from, where few seeds have it. */
  troubles?: Troubles
  mutations?: readonly SourceChange[]
  wrap?: Wrap
  /** What the bug makes of an answer before the reader has it (misread.ts). */
  reads?: (response: HttpResponse) => HttpResponse
}

const saleChanges = 'shared/payment/sale-changes.ts'
const saleTransitions = 'shared/payment/sale-transitions.ts'
const actions = 'shared/payment/actions.ts'
const decideRead = 'electron/main/payments/polling/decide-read.ts'
const decideAttempt = 'electron/main/payments/sending/decide-attempt.ts'
const prompt = 'shared/payment/prompt.ts'
const statusRead = 'electron/main/service/status-read.ts'
const accepted = 'electron/main/service/accepted.ts'

/** With a wrong zone or a wrong `Date` a payment is over at once. */
const impossibleEndIsBelieved: readonly SourceChange[] = [
  {
    file: decideAttempt,
    from: 'expiresAt - time >= shortestLife && ',
    to: '',
  },
  {
    file: 'electron/main/payments/polling/status-reader.ts',
    from: 'if (expiryAssumed || !this.canBeTrue(sale))',
    to: 'if (expiryAssumed)',
  },
]

/** A customer has paid and gets no goods (money rule 14). */
const misreadings: readonly Bug[] = [
  {
    rule: 'rule 14',
    name: 'a side field of a create rejects the whole answer',
    mutations: [
      {
        file: accepted,
        from: 'return { ok: true, value: { ...value, unread: fields.unread() } }',
        to: "return fields.unread().length > 0\n    ? { ok: false, reason: 'no-reference' }\n    : { ok: true, value: { ...value, unread: [] } }",
      },
    ],
  },
  {
    rule: 'rule 14',
    name: 'a side field of a status answer rejects the whole answer',
    mutations: [
      {
        file: statusRead,
        from: 'return { ok: true, value: { ...value, unread: fields.unread() } }',
        to: "return fields.unread().length > 0\n    ? { ok: false, reason: 'no-payment-status' }\n    : { ok: true, value: { ...value, unread: [] } }",
      },
    ],
  },
  {
    rule: 'rule 14',
    name: 'a flat body is never believed',
    mutations: [
      {
        file: 'electron/main/service/status-read.ts',
        from: 'if (!facts.isEnvelope && !facts.references.includes(asked))',
        to: 'if (!facts.isEnvelope)',
      },
      {
        file: 'electron/main/service/accepted.ts',
        from: 'if (!facts.isEnvelope && near.length === 0)',
        to: 'if (!facts.isEnvelope)',
      },
    ],
  },
  {
    rule: 'rule 14',
    name: 'a 201 is no acceptance',
    mutations: [
      {
        file: 'electron/main/service/interpret.ts',
        from: 'if (status < 200)',
        to: 'if (status !== 200)',
      },
    ],
  },
  {
    rule: 'rule 14',
    name: 'words are compared with their case',
    mutations: [
      {
        file: 'shared/payment/status-words.ts',
        from: 'const word = status.trim().toLowerCase()',
        to: 'const word = status.trim()',
      },
    ],
  },
  {
    rule: 'rule 14',
    name: 'an amount as text is another amount',
    mutations: [
      {
        file: 'electron/main/service/money-read.ts',
        from: 'amounts: [{ value: isRead ? value : null,',
        to: 'amounts: [{ value: isRead ? value - 1 : null,',
      },
    ],
  },
  {
    rule: 'rule 14',
    name: 'a currency in lower case is another currency',
    mutations: [
      {
        file: 'electron/main/service/money-read.ts',
        from: '    .toUpperCase()',
        to: '',
      },
    ],
  },
  {
    rule: 'rule 14',
    name: 'a reference under another name is none',
    mutations: [
      {
        file: 'electron/main/service/answer-levels.ts',
        from: "const referenceNames = ['reference', 'referenceid']",
        to: "const referenceNames = ['reference']",
      },
    ],
  },
]

/** At least one for each money rule, and for what else the simulation checks. */
export const bugs: readonly Bug[] = [
  {
    rule: 'rule 1',
    name: 'an attempt is written down after it left',
    wrap: wrapped.writtenTooLate,
  },
  { rule: 'rule 1', name: 'other bytes are sent than committed', wrap: wrapped.otherBytes },
  { rule: 'rule 2', name: 'a retry builds the body again', wrap: wrapped.bodyRebuilt },
  { rule: 'rule 3', name: 'each attempt has a new key', wrap: wrapped.newKeyEachTime },
  { rule: 'rule 3', name: 'a second press is a second sale', wrap: wrapped.everyPressIsASale },
  {
    rule: 'rule 3',
    name: "a retry goes with another account's keys",
    near: 24,
    mutations: [
      {
        file: 'shared/payment/account.ts',
        from: 'return sale.maybeSent && sale.account !== null && sale.account !== account',
        to: 'return false && account === sale.account',
      },
    ],
  },
  {
    rule: 'rule 4',
    name: 'ECONNRESET means never sent',
    near: 100,
    wrap: wrapped.guessedFromTheCode,
  },
  {
    rule: 'rule 4',
    name: 'an attempt that never left takes back an earlier one',
    near: 14,
    mutations: [
      {
        file: saleChanges,
        from: "const maybeSent = sale.maybeSent || event.sent === 'maybe'",
        to: "const maybeSent = event.sent === 'maybe'",
      },
    ],
  },
  {
    rule: 'rule 4',
    name: 'a refusal of a repeat is final',
    mutations: [
      {
        file: decideAttempt,
        from: "if (sale.maybeSent)\n        return failed('maybe', 'repeat-refused'",
        to: "if (sale.id === 'none')\n        return failed('maybe', 'repeat-refused'",
      },
    ],
  },
  {
    rule: 'rule 4',
    name: "a 429 that is not the service's own means never sent",
    near: 19,
    mutations: [
      {
        file: decideAttempt,
        from: "answer.own && !speaksOfRepeat(answer) ? 'no' : 'maybe'",
        to: "answer.own || !speaksOfRepeat(answer) ? 'no' : 'maybe'",
      },
    ],
  },
  {
    rule: 'rule 4',
    name: 'a first 408, 409 or 425 is final',
    mutations: [
      {
        file: decideAttempt,
        from: "      return failed('maybe', reasonOf(sale, answer), answer.detail)",
        to: "      return [408, 409, 425].includes(answer.httpStatus ?? 0) && !sale.maybeSent\n        ? [{ type: 'refused', at: facts.now, attempt: sale.attempts, httpStatus: 409, errorCode: null, message: '' }]\n        : failed('maybe', reasonOf(sale, answer), answer.detail)",
      },
    ],
  },
  {
    rule: 'rule 4',
    name: 'a request that left is not noticed',
    wrap: wrapped.sentHeadersNotNoticed,
  },
  { rule: 'rule 5', name: 'one of two words is enough', reads: misread.oneWordIsEnough },
  {
    rule: 'rule 5',
    name: 'success needs no amount',
    near: 63,
    reads: misread.successNeedsNoAmount,
  },
  {
    rule: 'rule 5',
    name: 'an amount that cannot be read is left out',
    reads: misread.unreadableAmountLeftOut,
  },
  { rule: 'rule 5', name: "the processor's APPROVED counts as paid", wrap: wrapped.approvedIsPaid },
  {
    rule: 'rule 5',
    name: 'declined is read as paid',
    near: 160,
    mutations: [
      {
        file: 'shared/payment/status-words.ts',
        from: 'const word = status.trim().toLowerCase()',
        to: "const word = status.trim().toLowerCase().replace('declined', 'paid')",
      },
    ],
  },
  {
    rule: 'rule 14',
    name: "the envelope's own status is taken for the payment's",
    mutations: [
      {
        file: 'electron/main/service/answer-facts.ts',
        from: 'if (isBody && (isEnvelope(level) || hasCode(level))) return true\n  return levelsBelow(level).some(holdsPayment)',
        to: 'return level.fields === undefined && isBody && (isEnvelope(level) || hasCode(level) || levelsBelow(level).some(holdsPayment))',
      },
    ],
  },
  {
    rule: 'rule 5',
    name: 'a flat body with another reference is believed',
    near: 75,
    mutations: [
      {
        file: 'electron/main/service/status-read.ts',
        from: 'if (!facts.isEnvelope && !facts.references.includes(asked))',
        to: "if (!facts.isEnvelope && asked === '')",
      },
      {
        file: 'electron/main/payments/judge-answer.ts',
        from: 'if (reference !== undefined && other !== undefined && !references.includes(reference))',
        to: "if (reference === '' && other !== undefined)",
      },
    ],
  },
  {
    rule: 'rule 5',
    name: 'an envelope without a payment is read as one',
    near: 75,
    mutations: [
      {
        file: 'electron/main/service/status-read.ts',
        from: 'if (!facts.isEnvelope && !facts.references.includes(asked))',
        to: "if (asked === '')",
      },
      {
        file: 'electron/main/service/status-read.ts',
        from: "const hasStatus = facts.words.some(({ of }) => of === 'payment')",
        to: 'const hasStatus = facts.words.length > 0',
      },
      {
        file: 'electron/main/payments/judge-answer.ts',
        from: "const own = all.filter(({ of }) => of === 'payment')",
        to: "const own = all.filter(({ of }) => of === 'payment' || of === 'call')",
      },
    ],
  },
  {
    rule: 'rule 5',
    name: "a create's own status is believed",
    near: 63,
    mutations: [
      {
        file: saleChanges,
        from: "    phase: 'pending',\n    maybeSent: true,",
        to: "    phase: /paid|success/i.test(status) ? 'settled' : 'pending',\n    outcome: /paid|success/i.test(status) ? 'paid' : null,\n    maybeSent: true,",
      },
    ],
  },
  {
    rule: 'rule 6',
    name: 'a contradicting answer replaces the result',
    mutations: [
      {
        file: saleChanges,
        from: 'contradiction: status,',
        to: "contradiction: status, outcome: 'failed',",
      },
    ],
  },
  {
    rule: 'rule 6',
    name: 'a contradicting answer is dropped',
    mutations: [
      {
        file: decideRead,
        from: 'if (!differs || status === sale.rawStatus) return []',
        to: 'if (differs || status === sale.rawStatus) return []',
      },
    ],
  },
  {
    rule: 'rule 6',
    name: 'a word without a meaning is final, and a later paid is lost',
    mutations: [
      {
        file: decideRead,
        from: "const isOpen = sale.phase !== 'settled' || isUnclear(sale)",
        to: "const isOpen = sale.phase !== 'settled'",
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
    near: 84,
    troubles: 'bad clocks',
    mutations: [
      {
        file: 'electron/main/payments/clocks/elapsed-time.ts',
        from: 'Math.max(byWall, byMonotonic, 0)',
        to: 'byWall',
      },
    ],
  },
  {
    rule: 'rule 7',
    name: 'a clock set back hides a later sleep',
    near: 84,
    troubles: 'bad clocks',
    mutations: [
      {
        file: 'electron/main/payments/clocks/elapsed-time.ts',
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
    rule: 'rule 8',
    name: 'an end that cannot be true is believed',
    mutations: impossibleEndIsBelieved,
  },
  {
    rule: 'rule 9',
    name: 'paid after "stop waiting" is not called late',
    near: 15,
    mutations: [
      {
        file: saleChanges,
        from: 'const gaveUp = hasExpired || sale.stoppedWaitingAt !== null ||',
        to: 'const gaveUp = hasExpired ||',
      },
    ],
  },
  {
    rule: 'rule 9',
    name: 'paid after it failed and was charged again is not called paid twice',
    mutations: [
      {
        file: decideRead,
        from: 'const other = isMoney && sale.paidTwice === null ? alsoPaid() : null',
        to: 'const other = isMoney && meaning === sale.outcome ? alsoPaid() : null',
      },
    ],
  },
  {
    rule: 'rule 9',
    name: 'what was charged again is not asked about any more',
    mutations: [
      {
        file: 'electron/main/payments/open-sales.ts',
        from: ', ...ledger.mayStillBePaid(lastUnpaid)]',
        to: ", ...ledger.mayStillBePaid(lastUnpaid).filter(({ phase }) => phase !== 'settled')]",
      },
    ],
  },
  {
    rule: 'rule 9',
    name: 'expired sales are left out when all are checked',
    near: 218,
    mutations: [
      {
        file: 'electron/main/payments/open-sales.ts',
        from: 'const sales = [...ledger.open(), ...ledger.unresolved(), ...this.closed()]',
        to: "const sales = [...ledger.open(), ...ledger.unresolved(), ...this.closed()].filter(({ phase }) => phase !== 'expired')",
      },
    ],
  },
  {
    rule: 'rule 10',
    name: 'a word in progress does not hold its number',
    near: 63,
    mutations: [
      {
        file: prompt,
        from: "const mayRing = sale.phase === 'expired' || sale.outcome === 'unrecognised'",
        to: "const mayRing = sale.phase === 'expired'",
      },
      {
        file: prompt,
        from: 'const awaitsMeaning = isUnclear(sale) && sale.resolution === null',
        to: 'const awaitsMeaning = false',
      },
    ],
  },
  {
    rule: 'rule 10',
    name: 'an unknown push does not hold its number',
    mutations: [
      {
        file: prompt,
        from: "if (isOpen(sale)) return 'live'",
        to: "if (isOpen(sale)) return 'none'",
      },
    ],
  },
  {
    rule: 'rule 10',
    name: 'a prompt is taken for gone too early',
    near: 312,
    mutations: [
      {
        file: prompt,
        from: 'sinceAcceptance(sale, facts) >= facts.promptLifetime',
        to: 'sinceAcceptance(sale, facts) >= facts.promptLifetime / 4',
      },
    ],
  },
  {
    rule: 'rule 10',
    name: 'an end on a wrong clock frees a live prompt',
    near: 242,
    mutations: [
      ...impossibleEndIsBelieved,
      {
        file: prompt,
        from: "const mayRing = sale.phase === 'expired' || sale.outcome === 'unrecognised'",
        to: "const mayRing = sale.outcome === 'unrecognised'",
      },
    ],
  },
  {
    rule: 'rule 10',
    name: 'a word without a meaning frees its number',
    near: 608,
    from: 560,
    mutations: [
      {
        file: prompt,
        from: 'const awaitsMeaning = isUnclear(sale) && sale.resolution === null',
        to: 'const awaitsMeaning = false',
      },
    ],
  },
  {
    rule: 'rule 10',
    name: 'a second push goes without a read',
    mutations: [
      {
        file: 'electron/main/payments/charging.ts',
        from: 'const read = await actions.checkNow(sale.id)',
        to: 'const read = await Promise.resolve(success(sale))',
      },
    ],
  },
  {
    rule: 'rule 10',
    name: 'a second push goes whatever the read says',
    mutations: [
      {
        file: 'electron/main/payments/charging.ts',
        from: "return isOpen && meaningOf(rawStatus ?? '', this.deps.settings().words) === 'pending'",
        to: "return isOpen || phase !== 'sending'",
      },
    ],
  },
  {
    rule: 'rule 11',
    name: 'goods are handed over again',
    mutations: [
      {
        file: saleTransitions,
        from: "return sale.outcome !== 'paid' || sale.handedOverAt !== null",
        to: "return sale.outcome !== 'paid'",
      },
      {
        file: actions,
        from: "sale.outcome === 'paid' && sale.handedOverAt === null",
        to: "sale.outcome === 'paid'",
      },
      {
        file: 'electron/main/store/ledger/sale-writer.ts',
        from: 'if (handedOver) throw new AlreadyHandedOver(handedOver)',
        to: "if (handedOver?.id === 'none') throw new AlreadyHandedOver(handedOver)",
      },
      {
        file: 'electron/main/payments/sale-actions.ts',
        from: 'if (sale && sale.handedOverAt !== null) return alreadyHandedOver(sale)',
        to: "if (sale?.id === 'none') return alreadyHandedOver(sale)",
      },
    ],
  },
  {
    rule: 'rule 12',
    name: 'the amount is not compared',
    mutations: [
      {
        file: 'electron/main/payments/judge-answer.ts',
        from: 'each.value !== null && each.value !== value)',
        to: 'each.value !== null && each.value === -1 && value > 0)',
      },
    ],
  },
  {
    rule: 'rule 12',
    name: 'amounts are rounded before they are compared',
    mutations: [
      {
        file: 'electron/main/payments/judge-answer.ts',
        from: 'each.value !== null && each.value !== value)',
        to: 'each.value !== null && Math.round(each.value) !== value)',
      },
    ],
  },
  {
    rule: 'rule 12',
    name: 'the currency is not compared',
    mutations: [
      {
        file: 'electron/main/payments/judge-answer.ts',
        from: 'currencies.find(each => !isSameCurrency(each, currency))',
        to: 'currencies.find(each => each.length > 99 && !isSameCurrency(each, currency))',
      },
    ],
  },
  {
    rule: 'rule 12',
    name: 'the reference is not compared',
    mutations: [
      {
        file: 'electron/main/payments/judge-answer.ts',
        from: 'if (reference !== undefined && other !== undefined && !references.includes(reference))',
        to: "if (reference === '' && other !== undefined)",
      },
    ],
  },
  {
    rule: 'rule 12',
    name: 'a sale may be paid by a reference that another sale gets',
    from: 979498125,
    mutations: [
      {
        file: 'electron/main/payments/sending/send-queue.ts',
        from: 'appendToAll(sending.id, events, doubtful, eventsOf)',
        to: 'append(sending.id, ...events)',
      },
    ],
  },
  {
    rule: 'rule 13',
    name: 'a word in no list is green',
    mutations: [
      {
        file: 'shared/payment/status-words.ts',
        from: "return meaning === undefined || others.length > 0 ? 'unrecognised' : meaning",
        to: "return meaning === undefined || others.length > 0 ? 'paid' : meaning",
      },
    ],
  },
  {
    rule: 'rule 13',
    name: 'a word is tidied before it is shown',
    wrap: wrapped.statusWordsNormalised,
  },
  ...misreadings,
  {
    rule: 'provider',
    name: "the provider's own word against the status is dropped",
    mutations: [
      { file: decideRead, from: 'return disagrees ? [', to: 'return disagrees && at === 0 ? [' },
    ],
  },
  { rule: 'keys', name: 'rejected keys are tried again', wrap: wrapped.rejectedKeysAreTriedAgain },
  {
    rule: 'pace',
    name: "one payment's trouble slows all others",
    from: 601,
    mutations: [
      {
        file: 'electron/main/payments/request-gate/gate-state.ts',
        from: 'if (readOf !== null && isOfPaymentAlone(answer))',
        to: "if (readOf === '' && isOfPaymentAlone(answer))",
      },
      {
        file: 'electron/main/payments/request-gate/gate-state.ts',
        from: 'const pause = backoff(troubles, fraction, longestProbePause)',
        to: 'const pause = longestProbePause',
      },
    ],
  },
  { rule: 'pace', name: 'what the service asks for is not heard', wrap: wrapped.pausesIgnored },
  { rule: 'storm', name: 'retries make no pause', wrap: wrapped.noPauses },
  { rule: 'liveness', name: 'alarms that are far off are lost', wrap: wrapped.alarmsAreLost },
  {
    rule: 'receipt',
    name: 'what is not paid gets a receipt',
    mutations: [
      {
        file: 'shared/payment/receipt.ts',
        from: 'return isSaidToBePaid(sale) && !isDisputed(sale) &&',
        to: 'return !isDisputed(sale) &&',
      },
      {
        file: saleTransitions,
        from: 'return !isSaidToBePaid(sale) || !isNextReceipt(sale, event)',
        to: 'return !isNextReceipt(sale, event)',
      },
    ],
  },
  {
    rule: 'rule 11',
    name: 'goods are handed over after a refund',
    mutations: [
      {
        file: saleTransitions,
        from: 'sale.handedOverAt !== null || sale.refund !== null',
        to: 'sale.handedOverAt !== null',
      },
      {
        file: actions,
        from: 'sale.handedOverAt === null && sale.refund === null',
        to: 'sale.handedOverAt === null',
      },
      {
        file: 'electron/main/payments/sale-actions.ts',
        from: 'if (sale?.refund) return alreadyRefunded(sale.id, sale.refund)\n    if (sale &&',
        to: 'if (sale &&',
      },
    ],
  },
  {
    rule: 'refund',
    name: 'a refund counts as handed over',
    mutations: [
      {
        file: saleChanges,
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
        file: 'electron/main/store/ledger/sale-writer.ts',
        from: 'writeEvents(database, chain, { sale: key, subject: id }, length, events)',
        to: 'writeEvents(database, chain, { sale: key, subject: id }, length, events.slice(0, 1))',
      },
    ],
  },
  {
    rule: 'cash',
    name: 'goods go before the parts cover the sum',
    mutations: [
      { file: actions, from: '...(rest === 0 && mayHandOver(sale)', to: '...(mayHandOver(sale)' },
      {
        file: 'electron/main/payments/sale-actions.ts',
        from: 'restOf(sale, ledger.partsOf(sale)) > 0',
        to: 'restOf(sale, ledger.partsOf(sale)) < 0',
      },
    ],
  },
  {
    rule: 'cash',
    name: 'what was refunded in cash is still expected in the drawer',
    mutations: [
      {
        file: 'electron/main/store/ledger/projections/cash-up/day-report.ts',
        from: "cash: of('cash'), 'other-cash'",
        to: "cash: of('other-cash'), 'other-cash'",
      },
    ],
  },
  {
    rule: 'cash',
    name: 'a part whose rest is missing is on no list',
    mutations: [
      {
        file: 'electron/main/store/ledger/projections/sales/sales.ts',
        from: 'uncoveredParts(parts).map(({ id }) => id)',
        to: 'uncoveredParts([]).map(({ id }) => id)',
      },
    ],
  },
  {
    rule: 'cash',
    name: 'parts of one purchase are called paid twice',
    near: 186,
    mutations: [
      {
        file: 'electron/main/payments/polling/paid-twice.ts',
        from: 'if (!isPart(other) && isSomehowPaid(other))',
        to: 'if (isSomehowPaid(other))',
      },
    ],
  },
]
