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

type Change = readonly [file: string, from: string, to: string]

/** A bug in a copy of the source: what stands once in each file, and what takes its place. */
function planted(
  where: RuleName | Omit<Bug, 'name' | 'mutations'>,
  name: string,
  ...changes: readonly Change[]
): Bug {
  const mutations = changes.map(([file, from, to]) => ({ file, from, to }))
  return { ...(typeof where === 'string' ? { rule: where } : where), name, mutations }
}

const holdUnsent = 'electron/main/backup/worker/hold-unsent.ts'
const paymentChanges = 'shared/payment/changes.ts'
const paymentTransitions = 'shared/payment/transitions.ts'
const actions = 'shared/payment/actions.ts'
const judgeAnswer = 'electron/main/payments/judge-answer.ts'
const decideRead = 'electron/main/payments/polling/decide-read.ts'
const decideAttempt = 'electron/main/payments/sending/decide-attempt.ts'
const prompt = 'shared/payment/prompt.ts'
const statusRead = 'electron/main/service/status-read.ts'
const accepted = 'electron/main/service/accepted.ts'
const movedBy = 'electron/main/store/ledger/entries/moved-by.ts'

/** With a wrong zone or a wrong `Date` a payment is over at once. */
const impossibleEndIsBelieved: readonly Change[] = [
  [decideAttempt, 'expiresAt - time >= shortestLife && ', ''],
  [
    'electron/main/payments/polling/status-reader.ts',
    'if (expiryAssumed || !this.canBeTrue(payment))',
    'if (expiryAssumed)',
  ],
]

/** A customer has paid and gets no goods (money rule 14). */
const misreadings: readonly Bug[] = [
  planted('rule 14', 'a side field of a create rejects the whole answer', [
    accepted,
    'return { ok: true, value: { ...value, unread: fields.unread() } }',
    "return fields.unread().length > 0\n    ? { ok: false, reason: 'no-reference' }\n    : { ok: true, value: { ...value, unread: [] } }",
  ]),
  planted('rule 14', 'a side field of a status answer rejects the whole answer', [
    statusRead,
    'return { ok: true, value: { ...value, unread: fields.unread() } }',
    "return fields.unread().length > 0\n    ? { ok: false, reason: 'no-payment-status' }\n    : { ok: true, value: { ...value, unread: [] } }",
  ]),
  planted(
    'rule 14',
    'a flat body is never believed',
    [
      'electron/main/service/status-read.ts',
      'if (!facts.isEnvelope && !facts.references.includes(asked))',
      'if (!facts.isEnvelope)',
    ],
    [
      'electron/main/service/accepted.ts',
      'if (!facts.isEnvelope && !facts.hasStatus)',
      'if (!facts.isEnvelope)',
    ],
  ),
  planted('rule 14', 'a 201 is no acceptance', [
    'electron/main/service/interpret.ts',
    'if (status < 200)',
    'if (status !== 200)',
  ]),
  planted({ rule: 'rule 14', near: 9 }, 'words are compared with their case', [
    'shared/payment/status-words.ts',
    'const word = status.trim().toLowerCase()',
    'const word = status.trim()',
  ]),
  planted('rule 14', 'an amount as text is another amount', [
    'electron/main/service/money-read.ts',
    'amounts: [{ value: isRead ? value : null,',
    'amounts: [{ value: isRead ? value - 1 : null,',
  ]),
  planted({ rule: 'rule 14', near: 23 }, 'a currency in lower case is another currency', [
    'electron/main/service/money-read.ts',
    '    .toUpperCase()',
    '',
  ]),
  planted('rule 14', 'a reference under another name is none', [
    'electron/main/service/answer-levels.ts',
    "const referenceNames = ['reference', 'referenceid']",
    "const referenceNames = ['reference']",
  ]),
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
  {
    rule: 'rule 3',
    name: 'a second press is a second payment',
    wrap: wrapped.everyPressIsAPayment,
  },
  planted({ rule: 'rule 3', near: 24 }, "a retry goes with another account's keys", [
    'shared/payment/account.ts',
    'return payment.maybeSent && (payment.account === null || payment.account !== account)',
    'return false && account === payment.account',
  ]),
  {
    rule: 'rule 4',
    name: 'ECONNRESET means never sent',
    near: 100,
    wrap: wrapped.guessedFromTheCode,
  },
  planted({ rule: 'rule 4', near: 15 }, 'an attempt that never left takes back an earlier one', [
    paymentChanges,
    "const maybeSent = payment.maybeSent || event.sent === 'maybe'",
    "const maybeSent = event.sent === 'maybe'",
  ]),
  planted({ rule: 'rule 4', near: 12 }, 'a refusal of a repeat is final', [
    decideAttempt,
    "if (payment.maybeSent)\n        return failed('maybe', 'repeat-refused'",
    "if (payment.id === 'none')\n        return failed('maybe', 'repeat-refused'",
  ]),
  planted({ rule: 'rule 4', near: 19 }, "a 429 that is not the service's own means never sent", [
    decideAttempt,
    "answer.own && !speaksOfRepeat(answer) ? 'no' : 'maybe'",
    "answer.own || !speaksOfRepeat(answer) ? 'no' : 'maybe'",
  ]),
  planted({ rule: 'rule 4', near: 455 }, 'a first 408, 409 or 425 is final', [
    decideAttempt,
    "      return failed('maybe', reasonOf(payment, answer), answer.detail)",
    "      return [408, 409, 425].includes(answer.httpStatus ?? 0) && !payment.maybeSent\n        ? [{ type: 'refused', at: facts.now, attempt: payment.attempts, httpStatus: 409, errorCode: null, message: '' }]\n        : failed('maybe', reasonOf(payment, answer), answer.detail)",
  ]),
  {
    near: 12,
    rule: 'rule 4',
    name: 'a request that left is not noticed',
    wrap: wrapped.sentHeadersNotNoticed,
  },
  { near: 12, rule: 'rule 5', name: 'one of two words is enough', reads: misread.oneWordIsEnough },
  {
    rule: 'rule 5',
    name: 'success needs no amount',
    near: 292,
    reads: misread.successNeedsNoAmount,
  },
  {
    near: 63,
    rule: 'rule 5',
    name: 'an amount that cannot be read is left out',
    reads: misread.unreadableAmountLeftOut,
  },
  { rule: 'rule 5', name: "the processor's APPROVED counts as paid", wrap: wrapped.approvedIsPaid },
  planted({ rule: 'rule 5', near: 15 }, 'declined is read as paid', [
    'shared/payment/status-words.ts',
    'const word = status.trim().toLowerCase()',
    "const word = status.trim().toLowerCase().replace('declined', 'paid')",
  ]),
  planted({ rule: 'rule 14', near: 13 }, "the envelope's own status is taken for the payment's", [
    'electron/main/service/answer-facts.ts',
    'return mayBeCall && !isPaymentItself(level, word, asked)',
    "return mayBeCall && asked === '' && !isPaymentItself(level, word, asked)",
  ]),
  planted(
    { rule: 'rule 5', near: 224 },
    'a flat body with another reference is believed',
    [
      'electron/main/service/status-read.ts',
      'if (!facts.isEnvelope && !facts.references.includes(asked))',
      "if (!facts.isEnvelope && asked === '')",
    ],
    [
      'electron/main/payments/judge-answer.ts',
      'if (reference !== undefined && other !== undefined && !references.includes(reference))',
      "if (reference === '' && other !== undefined)",
    ],
  ),
  planted(
    { rule: 'rule 5', near: 157 },
    'an envelope without a payment is read as one',
    [
      'electron/main/service/status-read.ts',
      'if (!facts.isEnvelope && !facts.references.includes(asked))',
      "if (asked === '')",
    ],
    [
      'electron/main/service/answer-facts.ts',
      '.filter(value => isOwnWord(level, name, value))',
      '.filter(value => isWord(level, name, value))',
    ],
  ),
  planted({ rule: 'rule 5', near: 63 }, "a create's own status is believed", [
    paymentChanges,
    "    phase: 'pending',\n    maybeSent: true,",
    "    phase: /paid|success/i.test(status) ? 'settled' : 'pending',\n    outcome: /paid|success/i.test(status) ? 'paid' : null,\n    maybeSent: true,",
  ]),
  planted('rule 6', 'a contradicting answer replaces the result', [
    paymentChanges,
    'contradiction: status,',
    "contradiction: status, outcome: 'failed',",
  ]),
  planted({ rule: 'rule 6', near: 18 }, 'a contradicting answer is dropped', [
    decideRead,
    '(!differs || status === payment.rawStatus)) return []',
    '(differs || status === payment.rawStatus)) return []',
  ]),
  planted('rule 6', 'a word without a meaning is final, and a later paid is lost', [
    decideRead,
    "const isOpen = payment.phase !== 'settled' || isUnclear(payment)",
    "const isOpen = payment.phase !== 'settled'",
  ]),
  planted({ rule: 'rule 7', near: 23 }, 'an old push goes alone', [
    'shared/payment/freshness.ts',
    "return ages.sinceFresh < limits.aloneMs ? 'fresh' : 'ask'",
    "return ages.sinceFresh < limits.aloneMs * 3 ? 'fresh' : 'ask'",
  ]),
  planted(
    { rule: 'rule 7', near: 84, troubles: 'bad clocks' },
    'a clock set back makes a push young',
    ['electron/main/payments/clocks/elapsed-time.ts', 'Math.max(byWall, byMonotonic, 0)', 'byWall'],
  ),
  planted(
    { rule: 'rule 7', near: 84, troubles: 'bad clocks' },
    'a clock set back hides a later sleep',
    [
      'electron/main/payments/clocks/elapsed-time.ts',
      'if (passed < step && Math.abs(byWall - byMonotonic) < step) return',
      'if (passed >= 0) return',
    ],
  ),
  planted('rule 8', 'an unknown payment leaves the list of open ones', [
    actions,
    "return ['ready', 'held', 'sending', 'unknown', 'pending'].includes(payment.phase)",
    "return ['ready', 'held', 'sending', 'pending'].includes(payment.phase)",
  ]),
  planted('rule 8', 'an end that cannot be true is believed', ...impossibleEndIsBelieved),
  planted({ rule: 'rule 9', near: 91 }, 'paid after "stop waiting" is not called late', [
    paymentChanges,
    'const gaveUp = hasExpired || payment.stoppedWaitingAt !== null ||',
    'const gaveUp = hasExpired ||',
  ]),
  planted(
    { rule: 'rule 9', near: 149 },
    'paid after it failed and was charged again is not called paid twice',
    [
      decideRead,
      'const other = isMoney && payment.alsoPaid === null ? alsoPaid() : null',
      'const other = isMoney && meaning === payment.outcome ? alsoPaid() : null',
    ],
  ),
  planted({ rule: 'rule 9', near: 72 }, 'a payment is linked to mobile money alone', [
    'electron/main/sales/charging.ts',
    'find(payment => payment.maybeSent || isOpen(payment))',
    "find(payment => payment.channel === 'mobile' && (payment.maybeSent || isOpen(payment)))",
  ]),
  planted('rule 9', 'a payment is linked to the one that its press names alone', [
    'electron/main/sales/charging.ts',
    'const earlier = [draft.replaces, ofPhone].filter(id => id !== null)',
    'const earlier = [draft.replaces ?? ofPhone].filter(id => id !== null)',
  ]),
  planted({ rule: 'rule 9', near: 18 }, 'what was charged again is not asked about any more', [
    'electron/main/payments/open-payments.ts',
    ', ...ledger.mayStillBePaid(lastUnpaid)]',
    ", ...ledger.mayStillBePaid(lastUnpaid).filter(({ phase }) => phase !== 'settled')]",
  ]),
  planted({ rule: 'rule 9', near: 835 }, 'expired payments are left out when all are checked', [
    'electron/main/payments/open-payments.ts',
    'const payments = [...ledger.open(), ...ledger.toDos().filter(needsResolving), ...this.closed()]',
    "const payments = [...ledger.open(), ...ledger.toDos().filter(needsResolving), ...this.closed()].filter(({ phase }) => phase !== 'expired')",
  ]),
  planted(
    { rule: 'rule 10', near: 353 },
    'a word in progress does not hold its number',
    [
      prompt,
      "const mayRing = payment.phase === 'expired' || payment.outcome === 'unrecognised'",
      "const mayRing = payment.phase === 'expired'",
    ],
    [
      prompt,
      'const awaitsMeaning = isUnclear(payment) && payment.resolution === null',
      'const awaitsMeaning = false',
    ],
  ),
  planted({ rule: 'rule 10', near: 32 }, 'an unknown push does not hold its number', [
    prompt,
    "if (isOpen(payment)) return 'live'",
    "if (isOpen(payment)) return 'none'",
  ]),
  planted({ rule: 'rule 10', near: 1572 }, 'a prompt is taken for gone too early', [
    prompt,
    'sinceAcceptance(payment, facts) >= facts.promptLifetime',
    'sinceAcceptance(payment, facts) >= facts.promptLifetime / 4',
  ]),
  planted(
    { rule: 'rule 10', near: 2200 },
    'an end on a wrong clock frees a live prompt',
    ...impossibleEndIsBelieved,
    [
      prompt,
      "const mayRing = payment.phase === 'expired' || payment.outcome === 'unrecognised'",
      "const mayRing = payment.outcome === 'unrecognised'",
    ],
  ),
  planted({ rule: 'rule 10', near: 1017, from: 560 }, 'a word without a meaning frees its number', [
    prompt,
    'const awaitsMeaning = isUnclear(payment) && payment.resolution === null',
    'const awaitsMeaning = false',
  ]),
  planted({ rule: 'rule 10', near: 55 }, 'a second push goes without a read', [
    'electron/main/sales/charging.ts',
    'const read = await actions.checkNow(payment.id)',
    'const read = await Promise.resolve(success(payment))',
  ]),
  planted(
    { rule: 'rule 10', near: 429 },
    'a second push goes whatever the read says',
    [
      'electron/main/sales/charging.ts',
      'if (payment === null || !withoutResult.includes(statusOf(payment))) return false',
      'if (payment === null) return false',
    ],
    [
      'electron/main/sales/charging.ts',
      "return meaningOf(payment.rawStatus ?? '', this.deps.settings().words) === 'pending'",
      "return meaningOf(payment.rawStatus ?? '', this.deps.settings().words) !== null",
    ],
  ),
  planted(
    { rule: 'rule 11', near: 112 },
    'goods are handed over again',
    [
      paymentTransitions,
      'return !isConfirmed(payment) || payment.handedOverAt !== null',
      'return !isConfirmed(payment)',
    ],
    [actions, 'isConfirmed(payment) && payment.handedOverAt === null', 'isConfirmed(payment)'],
    [
      'shared/sale/cover.ts',
      'return sale.handedOverAfter === null && isPaidFor',
      'return isPaidFor',
    ],
    [
      'electron/main/store/ledger/payment-writer.ts',
      'if (handedOver) throw new AlreadyHandedOver(handedOver)',
      "if (handedOver?.id === 'none') throw new AlreadyHandedOver(handedOver)",
    ],
    [
      'electron/main/sales/sale-actions.ts',
      'if (gone) return alreadyHandedOver(gone)',
      "if (gone?.id === 'none') return alreadyHandedOver(gone)",
    ],
  ),
  planted({ rule: 'rule 12', near: 15 }, 'the amount is not compared', [
    'electron/main/payments/judge-answer.ts',
    'each.value !== null && each.value !== value)',
    'each.value !== null && each.value === -1 && value > 0)',
  ]),
  planted({ rule: 'rule 12', near: 15 }, 'amounts are rounded before they are compared', [
    'electron/main/payments/judge-answer.ts',
    'each.value !== null && each.value !== value)',
    'each.value !== null && Math.round(each.value) !== value)',
  ]),
  planted({ rule: 'rule 12', near: 25 }, 'the currency is not compared', [
    'electron/main/payments/judge-answer.ts',
    'currencies.find(each => !isSameCurrency(each, currency))',
    'currencies.find(each => each.length > 99 && !isSameCurrency(each, currency))',
  ]),
  planted({ rule: 'rule 12', near: 412 }, 'the reference is not compared', [
    'electron/main/payments/judge-answer.ts',
    'if (reference !== undefined && other !== undefined && !references.includes(reference))',
    "if (reference === '' && other !== undefined)",
  ]),
  planted(
    { rule: 'rule 12', from: 1225, near: 1354 },
    'a payment may be paid by a reference that another payment gets',
    [
      'electron/main/payments/sending/send-queue.ts',
      'appendToAll(sending.id, events, doubtful, eventsOf)',
      'append(sending.id, ...events)',
    ],
  ),
  planted({ rule: 'rule 13', near: 9 }, 'a word in no list is green', [
    'shared/payment/status-words.ts',
    "return meaning === undefined || others.length > 0 ? 'unrecognised' : meaning",
    "return meaning === undefined || others.length > 0 ? 'paid' : meaning",
  ]),
  {
    rule: 'rule 13',
    name: 'a word is tidied before it is shown',
    wrap: wrapped.statusWordsNormalised,
  },
  ...misreadings,
  planted('rule 5', 'what speaks against a paid word is not heard', [
    judgeAnswer,
    'const open = against.filter(({ ruling }) => ruling === null)',
    'const open = against.filter(({ ruling }) => ruling === null && false)',
  ]),
  planted({ rule: 'rule 5', near: 4315 }, 'what a person said of one value is said of each', [
    judgeAnswer,
    "each.value === value && !value.endsWith('…')",
    "each.value !== null && !value.endsWith('…')",
  ]),
  planted({ rule: 'provider', near: 96 }, "the provider's own word against the status is dropped", [
    decideRead,
    'return disagrees ? [',
    'return disagrees && at === 0 ? [',
  ]),
  {
    near: 27,
    rule: 'keys',
    name: 'rejected keys are tried again',
    wrap: wrapped.rejectedKeysAreTriedAgain,
  },
  planted(
    { rule: 'pace', near: 631, from: 601 },
    "one payment's trouble slows all others",
    [
      'electron/main/payments/request-gate/gate-state.ts',
      'if (readOf !== null && isOfPaymentAlone(answer))',
      "if (readOf === '' && isOfPaymentAlone(answer))",
    ],
    [
      'electron/main/payments/request-gate/gate-state.ts',
      'const pause = backoff(troubles, fraction, longestProbePause)',
      'const pause = longestProbePause',
    ],
  ),
  {
    near: 14,
    rule: 'pace',
    name: 'what the service asks for is not heard',
    wrap: wrapped.pausesIgnored,
  },
  planted({ rule: 'pace', near: 111 }, "a create's Retry-After binds the account", [
    'electron/main/payments/request-gate/classify-response.ts',
    "const ofAccount = answer.class === 'throttled' ? (limits.retryAfter ?? resetIn) : null",
    'const ofAccount = limits.retryAfter',
  ]),
  planted({ rule: 'pace', near: 1057 }, 'a 503 to a second payment holds no press', [
    'electron/main/payments/request-gate/gate-state.ts',
    'if (others.length === 0) return { ...state, busy }',
    'if (others.length >= 0) return { ...state, busy }',
  ]),
  { near: 193, rule: 'storm', name: 'retries make no pause', wrap: wrapped.noPauses },
  { rule: 'liveness', name: 'alarms that are far off are lost', wrap: wrapped.alarmsAreLost },
  planted(
    { rule: 'receipt', near: 5438 },
    'what is not paid gets a receipt',
    [
      'shared/payment/receipt.ts',
      'return bringsReceipt(payment) && !isDisputed(payment) &&',
      'return !isDisputed(payment) &&',
    ],
    [
      paymentTransitions,
      'return !bringsReceipt(payment) || !isNextReceipt(payment, event)',
      'return !isNextReceipt(payment, event)',
    ],
  ),
  planted(
    { rule: 'rule 11', near: 2736 },
    'goods are handed over after the money was given back',
    [
      paymentTransitions,
      'payment.handedOverAt !== null || isGivenBack(payment)',
      'payment.handedOverAt !== null',
    ],
    [
      actions,
      'payment.handedOverAt === null && !isGivenBack(payment)',
      'payment.handedOverAt === null',
    ],
    [
      'electron/main/sales/sale-actions.ts',
      'if (money && dueOf(money) <= 0)',
      'if (money && dueOf(money) < 0)',
    ],
  ),
  planted('given back', 'money that was given back counts as goods handed over', [
    paymentChanges,
    'givenBack: [...payment.givenBack, payment.late ? { ...facts, wasLate: true } : facts],',
    'givenBack: [...payment.givenBack, facts], handedOverAt: facts.at,',
  ]),
  planted(
    { rule: 'given back', near: 500_758 },
    'money is taken back that nothing speaks against',
    [
      'shared/payment/payment-money.ts',
      'mismatch !== null || doubtedSince === true ||',
      'mismatch === null || doubtedSince === true ||',
    ],
  ),
  planted('ledger', 'of several events only the first is kept', [
    'electron/main/store/ledger/payment-writer.ts',
    'writeEvents(database, chain, { payment: key, subject: id }, length, events)',
    'writeEvents(database, chain, { payment: key, subject: id }, length, events.slice(0, 1))',
  ]),
  planted('cash', 'goods that came back are still due', [
    'shared/sale/cover.ts',
    "('worth' in entry ? due - entry.worth : due)",
    'due',
  ]),
  planted('cash', 'what was given back in cash is still expected in the drawer', [
    'electron/main/store/ledger/projections/cash-up/day-report.ts',
    '({ how }) => how === way',
    "({ how }) => how === way && how !== 'cash'",
  ]),
  planted({ rule: 'cash', near: 10 }, 'what is paid out comes from no drawer', [
    'shared/day/drawer.ts',
    "paidOut: sum('pay-out')",
    'paidOut: 0',
  ]),
  planted({ rule: 'cash', near: 81 }, 'a float that is said again is added', [
    'shared/day/drawer.ts',
    "entries.findLast(({ kind }) => kind === 'float')?.value ?? null",
    "sum('float')",
  ]),
  planted({ rule: 'undo', near: 187 }, 'a press is undone after a minute', [
    'shared/sale/movements.ts',
    'if (elapsed > undoFor || cashedUp)',
    'if (cashedUp)',
  ]),
  planted({ rule: 'cash', near: 60 }, 'cash that was undone is still expected in the drawer', [
    'electron/main/store/ledger/entries/moved-by.ts',
    'return entry === undefined ? []',
    "return entry === undefined || what === 'cash' ? []",
  ]),
  planted('cash', 'a discount counts again when money of its sale moves', [
    'electron/main/store/ledger/projections/cash-up/period-money.ts',
    'sale.covered_by = entry.number',
    'sale.key = entry.payment',
  ]),
  planted('cash', 'a part whose rest is missing is on no list', [
    'shared/sale/asking.ts',
    "return toDos.includes('lacks') && brought.includes(payment.id)",
    'return false',
  ]),
  planted('rule 8', 'an expired payment is on no list, though its sale lacks money', [
    'shared/sale/asking.ts',
    'lackingOf(money) > 0 ||',
    'lackingOf(money) < 0 ||',
  ]),
  planted(
    { rule: 'rule 8', near: 594 },
    'an expired payment asks a person, though its sale has what is due',
    ['shared/sale/asking.ts', '!hasNoEnd(payment)', 'true'],
  ),
  planted(
    { rule: 'cash', near: 3325 },
    'a sale with too much is on no list once its payment is resolved',
    [
      'shared/sale/asking.ts',
      "toDos.includes('too-much') ?",
      "toDos.includes('too-much') && asking.length > 0 ?",
    ],
  ),
  planted({ rule: 'cash', near: 86 }, 'parts of one sale are called paid twice', [
    'electron/main/payments/polling/also-paid.ts',
    'lacking < toCome ?',
    'others.length > 0 ?',
  ]),
  planted('cash', 'a further payment asks for more than the sale lacks', [
    'electron/main/sales/charging.ts',
    'return value > rest ? notTheRest(rest)',
    'return value > total ? notTheRest(rest)',
  ]),
  planted({ rule: 'cash', near: 1281 }, 'cash is taken over what the sale lacks', [
    actions,
    'return amount.value <= rest',
    'return amount.value > 0 || rest > 0',
  ]),
  planted('cash', 'the rest is asked for while staff wait for another payment of the sale', [
    'electron/main/sales/charging.ts',
    'if (waits) return about',
    'if (waits && rest === 0) return about',
  ]),
  planted({ rule: 'undo', near: 182 }, 'a press is undone after the cash-up', [
    'electron/main/sales/undo.ts',
    'cashedUp: entry.period < ledger.day.period',
    'cashedUp: false',
  ]),
  planted({ rule: 'cash', near: 177 }, 'money counts by the clock, since the last cash-up', [
    'electron/main/store/ledger/projections/cash-up/period-money.ts',
    'const inPlace = `entry.period = ',
    "const inPlace = `entry.at >= COALESCE((SELECT json_extract(CAST(body AS TEXT), '$.closedAt') FROM cash_up ORDER BY number DESC LIMIT 1), 0) AND entry.period <= ",
  ]),
  planted({ rule: 'cash', near: 62 }, 'money counts in each later period again', [
    'electron/main/store/ledger/projections/cash-up/period-money.ts',
    'const inPlace = `entry.period = ',
    'const inPlace = `entry.period <= ',
  ]),
  planted({ rule: 'cash', near: 13 }, 'a float is kept for the next period', [
    'electron/main/store/ledger/projections/drawer/drawer.ts',
    'const inPart = `period = ',
    'const inPart = `period <= ',
  ]),
  planted({ rule: 'cash-up', near: 62 }, 'a closed period learns of what is paid later', [
    'electron/main/store/ledger/projections/cash-up/day-book.ts',
    '    this.#requests.apply(after, before)',
    "    this.#requests.apply(after, before)\n    if (after.outcome === 'paid') this.database.run(\"UPDATE cash_up SET lines = CAST('[]' AS BLOB)\")",
  ]),
  planted(
    { rule: 'cash-up', near: 62 },
    'a period is closed with open payments without a sign-off',
    [
      'electron/main/store/ledger/projections/cash-up/day-book.ts',
      'if (unsigned.length > 0)',
      'if (unsigned.length > 99)',
    ],
  ),
  planted({ rule: 'cash', near: 79 }, "another currency's money is added", [
    'electron/main/store/ledger/projections/cash-up/day-report.ts',
    'currencyDay(currency, all.filter(isIts), {',
    'currencyDay(currency, all, {',
  ]),
  planted({ rule: 'cash', near: 676 }, 'a sale has parts in two currencies', [
    'electron/main/sales/charging.ts',
    'sale?.currency === currency && sale.total',
    'sale && sale.total',
  ]),
  planted(
    { rule: 'restore', near: 25 },
    'a restored till sends by itself what its backup had queued',
    [
      holdUnsent,
      'if (mayFollow(payment, event))',
      "if (mayFollow(payment, event) && payment.id === '')",
    ],
  ),
  planted({ rule: 'rule 3', near: 74 }, 'what a restored till sends again has a new key', [
    paymentChanges,
    'account: payment.account ?? account,',
    'account: payment.account ?? account, idempotencyKey: payment.id,',
  ]),
  planted(
    { rule: 'rule 4', near: 5552 },
    'a restored till takes what it has not sent for never sent',
    [paymentChanges, 'maybeSent: true,\n    account', 'maybeSent: payment.maybeSent,\n    account'],
  ),
  planted({ rule: 'restore', near: 312 }, 'what was restored goes by itself while it is young', [
    paymentChanges,
    'freshSince: 0,',
    'freshSince: payment.freshSince,',
  ]),
  planted({ rule: 'shift', near: 298 }, 'cash for a push counts for who had asked for the push', [
    movedBy,
    "    case 'cash-taken':\n      return cashTaken(payment, event.person)",
    "    case 'cash-taken':\n      return cashTaken(payment, payment.person)",
  ]),
  planted(
    { rule: 'shift', near: 22 },
    'money given back counts for who had asked for the payment',
    [
      movedBy,
      'return givenBack(event, payment)',
      'return givenBack({ ...event, person: payment.person }, payment)',
    ],
  ),
  planted(
    { rule: 'shift', from: 91_000, near: 91_260 },
    'a payment is of the person who is signed in when it is recorded, not of the asker',
    [
      'electron/main/sales/charging.ts',
      'this.record(draft, msisdn, by, ofPhone',
      'this.record(draft, msisdn, this.deps.person(), ofPhone',
    ],
  ),
  planted(
    { rule: 'shift', near: 392 },
    'cash that was reported is in the next shift report again',
    [
      'electron/main/store/ledger/projections/cash-up/period-money.ts',
      'return [after.entry, person, person]',
      'return [0 * after.entry, person, person]',
    ],
  ),
  planted(
    { rule: 'customer', near: 9 },
    'a part of the goods that comes back counts as all of them',
    [
      'shared/sale/movements.ts',
      'return allGoods || takesNothing ? dueOf(sale) : value',
      'return allGoods || takesNothing || value > 0 ? dueOf(sale) : value',
    ],
  ),
  planted(
    { rule: 'customer', near: 154 },
    'money that was given back counts as given back after it was undone',
    [
      movedBy,
      'return entry === undefined ? []',
      "return entry === undefined || what !== 'cash' ? []",
    ],
  ),
  planted({ rule: 'customer', near: 18 }, 'money that came after FAILED is not counted', [
    movedBy,
    'return isPaidAfterFailure(event, payment) ?',
    'return isPaidAfterFailure(event, payment) && event.at < 0 ?',
  ]),
  planted(
    { rule: 'customer', near: 7_000_648 },
    'a sale asks no person although more money went back than came',
    ['shared/sale/asking.ts', '? moreWentBack(payment)', '? payment.handedOverAt !== null'],
  ),
  planted({ rule: 'to-do', near: 48 }, 'an unknown payment that is too old cannot be stopped', [
    actions,
    "unknown: old ? ['stop'] :",
    'unknown: old ? [] :',
  ]),
  planted(
    { rule: 'to-do', from: 510_900, near: 510_981 },
    'what came for an answer about another amount goes back only where it was seen elsewhere',
    [
      'shared/payment/payment-money.ts',
      'resolution === null ? mismatch !== null : resolution.contradicted',
      "mismatch !== null && resolution?.how !== 'seen-in-dashboard'",
    ],
  ),
  planted(
    { rule: 'to-do', near: 131 },
    'money of a sale goes back only from the payment that was pressed',
    [
      'electron/main/sales/giving-back.ts',
      'const parts: PartGivenBack[] = []',
      'const parts: PartGivenBack[] = []\n  payments = payments.filter(({ id }) => id === pressed)',
    ],
  ),
]
