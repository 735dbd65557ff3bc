import type { AnswerForm } from '../answers/forms'
import type { PaymentFields } from '../answers/payment-fields'
import type { ServiceTime } from '../clock'
import { jsonReply, type Reply } from '../http'
import { type Payment, pending } from '../payments/payment'
import { scenarioById } from '../scenarios/table'
import type { ServiceSettings } from '../settings'

interface AnswersDeps {
  settings: ServiceSettings
  time: ServiceTime
  fieldsOf(payment: Payment): PaymentFields
}

/** Writes the answers about payments, in the form that the scenario or the setting asks for. */
export class Answers {
  constructor(private readonly deps: AnswersDeps) {}

  /** The answer that creates `payment`; it is kept with the payment. */
  first(payment: Payment): Pick<Payment, 'answer' | 'answerStatus'> {
    const status = this.#formFor(payment).createdStatus
    return { answer: this.#createBody(payment, status), answerStatus: status }
  }

  /** The same answer as it was sent first. */
  kept(payment: Payment): Reply {
    return this.#send(payment, payment.answerStatus, payment.answer)
  }

  /** The answer to another create request with the same idempotency key. */
  repeat(payment: Payment): Reply {
    if (this.#formFor(payment).repeatShows === 'first-answer') return this.kept(payment)
    return this.#send(payment, 200, this.#createBody(payment, 200))
  }

  /** The answer to a status read. */
  read(payment: Payment): Reply {
    const scenario = scenarioById(payment.scenario)
    const fields = this.deps.fieldsOf(payment)
    const read = scenario?.alterRead?.(fields) ?? fields
    const altered = payment.status === pending ? read : (scenario?.alterResult?.(read) ?? read)
    return this.#send(payment, 200, this.#write(payment, 'status', 200, altered))
  }

  #formFor(payment: Payment): AnswerForm {
    return this.deps.settings.formFor(scenarioById(payment.scenario))
  }

  #createBody(payment: Payment, httpStatus: number): string {
    const fields = this.deps.fieldsOf(payment)
    const alter = scenarioById(payment.scenario)?.alterCreate
    return this.#write(payment, 'create', httpStatus, alter?.(fields) ?? fields)
  }

  #write(
    payment: Payment,
    kind: 'create' | 'status',
    httpStatus: number,
    fields: PaymentFields,
  ): string {
    const body = this.#formFor(payment).body({
      operation: `${payment.channel}-${kind}`,
      httpStatus,
      fields,
      extraFields: scenarioById(payment.scenario)?.extraFields ?? [],
    })
    return JSON.stringify(body)
  }

  #send(payment: Payment, status: number, body: string): Reply {
    const reply = jsonReply(status, body)
    const ahead = scenarioById(payment.scenario)?.dateAheadSeconds
    if (ahead === undefined) return reply
    const date = this.deps.time.httpDate(ahead * 1000)
    return { ...reply, headers: { ...reply.headers, date } }
  }
}
