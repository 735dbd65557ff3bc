import type { Payment } from '../../../shared/payment/payment'
import type { Delivered } from '../simulated-service/books'
import type { PaymentSaying } from '../simulated-service/saying'
import { draftOfCall } from '../world/facts'
import { alsoPaid, namesOther } from './at-change'
import { factsOf, nameOf, type RuleName, type Scene } from './scene'
import { differs, isOtherMoney, isWordOf, meaningOf, saysPending, statementsOf } from './statements'

/** Something that an answer obliges the till to write down before it comes to rest. */
interface Obligation {
  delivered: Delivered
  paymentId: string
  rule: RuleName
  isMet: (payment: Payment) => boolean
  text: string
}

/** What answers oblige the till to write down, until it has. */
export interface Promises {
  /** The till has an answer, whole and unchanged. */
  note(delivered: Delivered): void
  /** The till is at rest: what it was obliged to must be on the disk, unless its run was cut off. */
  check(): void
}

/** No obligations yet. */
export function createPromises(scene: Scene): Promises {
  let open: Obligation[] = []

  function noteAcceptance(delivered: Delivered, saying: PaymentSaying): void {
    const paymentId = draftOfCall(scene.facts, delivered.call)?.paymentId
    const payment = paymentId && scene.committed.find(paymentId)
    if (!payment) return
    const owe = (rule: RuleName, isMet: Obligation['isMet'], text: string) =>
      open.push({ delivered, paymentId: payment.id, rule, isMet, text })
    const isKept = ({ reference }: Payment) => reference === saying.reference
    owe('rule 14', isKept, `the reference ${saying.reference} is lost`)
    if (isOtherMoney(scene, payment, saying))
      owe('rule 12', isMismatched, 'it was accepted for other money, and that is not on record')
    if (payment.channel === 'card')
      owe('rule 14', later => later.checkoutUrl === saying.checkoutUrl, 'its checkout page is lost')
  }

  function noteRead(delivered: Delivered, saying: PaymentSaying): void {
    const { call } = delivered
    const payments = scene.committed.recent(100).filter(payment => payment.reference === call.text)
    // Where two payments share a reference it is not known for which of them a read was made.
    const [payment] = payments
    if (!payment || payments.length > 1) return
    const owe = (rule: RuleName, isMet: Obligation['isMet'], text: string) =>
      open.push({ delivered, paymentId: payment.id, rule, isMet, text })
    if (differs(scene, payment, saying))
      owe('rule 12', isMismatched, 'an answer about something else is not on record')
    // The service gave the reference of an earlier request again, and answers about that one: what it says of that one's
    // money may speak against this one.
    const { executions } = factsOf(scene, payment)
    if (executions.includes(saying.payment)) noteResult(payment, saying, owe)
  }

  /** What a clear word obliges to, by what the payment was when it came. */
  function noteResult(
    payment: Payment,
    saying: PaymentSaying,
    owe: (rule: RuleName, isMet: Obligation['isMet'], text: string) => void,
  ): void {
    const meaning = meaningOf(scene, saying)
    const said = saying.words.join(' / ')
    const isDecided = payment.outcome === 'paid' || payment.outcome === 'failed'
    if (saying.providerContradicts)
      owe(
        'provider',
        later => later.outcome !== meaning || later.providerContradiction !== null,
        `the provider said the opposite of "${said}", and that is not on record`,
      )
    if (payment.outcome === 'failed' && meaning === 'paid')
      owe(
        'rule 9',
        later => namesOther(scene, later) || !alsoPaid(scene, later),
        'it was charged again, and both are paid: that is not said',
      )
    // What a person said later of the word that it was settled with is no second answer.
    if (isDecided && isWordOf(scene, payment, saying, payment.rawStatus ?? '')) return
    if (isDecided && meaning !== null && meaning !== 'pending' && meaning !== payment.outcome)
      owe('rule 6', isContradicted, `"${said}" contradicts it and is not on record`)
    if (isDecided || differs(scene, payment, saying) || payment.mismatch !== null) return
    const isNoResult = payment.outcome === 'unrecognised'
    if (meaning === 'paid' || meaning === 'failed')
      owe(
        isNoResult ? 'rule 6' : 'rule 14',
        ({ outcome }) => outcome === meaning,
        `"${said}" says ${meaning}, and that is not on record`,
      )
    if (meaning === null && !saysPending(scene, saying))
      owe('rule 5', isUnrecognised, `"${said}" has no clear meaning, and no person is asked`)
  }

  return {
    note(delivered) {
      for (const { saying } of statementsOf(delivered))
        if (delivered.call.operation === 'create') noteAcceptance(delivered, saying)
        else noteRead(delivered, saying)
    },
    check() {
      for (const { delivered, paymentId, rule, isMet, text } of open) {
        const payment = scene.committed.find(paymentId)
        if (delivered.call.process.alive && payment && !isMet(payment))
          scene.report(rule, `${nameOf(payment)}: ${text} (call ${delivered.call.number})`)
      }
      open = []
    },
  }
}

const isMismatched = ({ mismatch }: Payment) => mismatch !== null
const isContradicted = ({ contradiction }: Payment) => contradiction !== null
const isUnrecognised = ({ outcome }: Payment) => outcome === 'unrecognised'
