import type { PaymentFields } from '../answers/payment-fields'
import type { ServiceTime } from '../clock'
import { jsonReply, type Reply } from '../http'
import { type Payment, pending } from '../payments/payment'
import type { Scenario } from '../scenarios/scenario'
import { scenarioById } from '../scenarios/table'
import type { ServiceSettings } from '../settings'

/** Writes the answers about payments, in the form that the scenario or the setting asks for. */
export interface Answers {
  /** The answer that creates `payment`; it is kept with the payment. */
  first(payment: Payment): Pick<Payment, 'answer' | 'answerStatus'>
  /** The same answer as it was sent first. */
  kept(payment: Payment): Reply
  /** The answer to another create request with the same idempotency key. */
  repeat(payment: Payment): Reply
  /** The answer to a status read. */
  read(payment: Payment): Reply
}

interface AnswersDeps {
  settings: ServiceSettings
  time: ServiceTime
  fieldsOf(payment: Payment): PaymentFields
}

const nothing: readonly string[] = []

/** Answers under `settings`, which a scenario of the payment overrides. */
export function createAnswers({ settings, time, fieldsOf }: AnswersDeps): Answers {
  function write(
    payment: Payment,
    kind: 'create' | 'status',
    httpStatus: number,
    fields: PaymentFields,
  ): string {
    const scenario = scenarioById(payment.scenario)
    const body = settings.formFor(scenario).body({
      operation: `${payment.channel}-${kind}`,
      httpStatus,
      fields,
      extraFields: scenario?.extraFields ?? nothing,
    })
    return JSON.stringify(body)
  }

  function createBody(payment: Payment, httpStatus: number): string {
    const fields = fieldsOf(payment)
    const alter = scenarioById(payment.scenario)?.alterCreate
    return write(payment, 'create', httpStatus, alter?.(fields) ?? fields)
  }

  function withDate(reply: Reply, scenario: Scenario | null): Reply {
    const ahead = scenario?.dateAheadSeconds
    if (ahead === undefined) return reply
    return { ...reply, headers: { ...reply.headers, date: time.httpDate(ahead * 1000) } }
  }

  const send = (payment: Payment, status: number, body: string) =>
    withDate(jsonReply(status, body), scenarioById(payment.scenario))

  const kept = (payment: Payment) => send(payment, payment.answerStatus, payment.answer)

  return {
    first(payment) {
      const status = settings.formFor(scenarioById(payment.scenario)).createdStatus
      return { answer: createBody(payment, status), answerStatus: status }
    },
    kept,
    repeat(payment) {
      const { repeatShows } = settings.formFor(scenarioById(payment.scenario))
      if (repeatShows === 'first-answer') return kept(payment)
      return send(payment, 200, createBody(payment, 200))
    },
    read(payment) {
      const scenario = scenarioById(payment.scenario)
      const fields = fieldsOf(payment)
      const read = scenario?.alterRead?.(fields) ?? fields
      const altered = payment.status === pending ? read : (scenario?.alterResult?.(read) ?? read)
      return send(payment, 200, write(payment, 'status', 200, altered))
    },
  }
}
