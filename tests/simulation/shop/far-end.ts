import type { ServiceClient } from '../../../electron/main/service'
import { accepted, read, refused } from '../../support/payments/answers'
import { createScriptedClient } from '../../support/payments/client'
import type { SeededRandom } from '../../support/seeded-random'

/** A payment in the service's own books: what really happened, whatever the tills say. */
export interface BookedPayment {
  reference: string
  msisdn: string
  /** Which machine asked for it. */
  by: string
  /** Monotonic, ms. */
  createdAt: number
  approvedAt: number
  /** When a till was first told that it is paid. */
  toldAt: number | null
}

/** The payment service of both tills: one account, one set of books. */
export class FarEnd {
  readonly payments: BookedPayment[] = []
  readonly #random: SeededRandom

  constructor(random: SeededRandom) {
    this.#random = random
  }

  isPaid(reference: string): boolean {
    const payment = this.#find(reference)
    return payment !== undefined && payment.approvedAt <= performance.now()
  }

  /** A machine's own way to it. */
  clientOf(name: string): ServiceClient {
    const client = createScriptedClient()
    client.otherwise.create = ({ text }) => {
      const { phone_number: msisdn = '' } = JSON.parse(text) as { phone_number?: string }
      const reference = `R-${this.payments.length + 1}`
      const createdAt = performance.now()
      const approvedAt = createdAt + this.#random.int(0, 400)
      this.payments.push({ reference, msisdn, by: name, createdAt, approvedAt, toldAt: null })
      return accepted({ reference, expiresAt: Date.now() + 3_600_000 })
    }
    client.otherwise.read = ({ text: reference }) => {
      const payment = this.#find(reference)
      if (!payment) return refused(404)
      if (!this.isPaid(reference)) return read('pending', { reference })
      payment.toldAt ??= performance.now()
      return read('completed', { reference })
    }
    return client
  }

  #find(reference: string): BookedPayment | undefined {
    return this.payments.find(payment => payment.reference === reference)
  }
}
