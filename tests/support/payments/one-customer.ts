import type { Draft } from '../../../shared/payment/draft'
import { succeeded } from '../results'
import { accepted, read } from './answers'
import { openEngine } from './engine'

const minute = 60_000

/** A till, and a service that says of each payment what a test tells it to. */
export function openForCustomer() {
  const opened = openEngine()
  const { engine, ledger, client, clock } = opened
  const words = new Map<string, string>()
  let number = 0
  client.date = clock.wall
  client.otherwise = {
    create: () => accepted({ reference: `R-${++number}`, expiresAt: clock.wall() + 240 * minute }),
    read: ({ text }) => read(words.get(text) ?? 'pending', { reference: text }),
  }
  const paymentOf = (id: string) => {
    const payment = ledger.find(id)
    if (!payment) throw new Error(`There is no payment ${id}`)
    return payment
  }
  return {
    engine,
    ledger,
    clock,
    paymentOf,
    async ask(draft: Draft): Promise<string> {
      const { id } = succeeded(await engine.presses.requestAfterPrompt(draft))
      await clock.pass(100)
      return id
    },
    async says(id: string, word: string) {
      words.set(paymentOf(id).reference ?? '', word)
      // A press just after a read gets that read's answer.
      await clock.pass(3_000)
      await engine.actions.checkNow(id)
    },
    alsoPaid: (id: string) => paymentOf(id).alsoPaid,
    saleOf: (id: string) => paymentOf(id).sale,
    money: (id: string) => ledger.sales.find(paymentOf(id).sale),
  }
}
