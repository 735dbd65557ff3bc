import type { Counter } from '../../../electron/main/payments/counter'
import type { Answer } from '../../../shared/ipc/answer'
import type { Action } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import type { Machine } from '../till/machine'
import { drawDraft } from './drafts'
import type { Act, DraftFacts, Facts } from './facts'
import type { SeededRandom } from './seeded-random'

/** A person at the till: impatient, and pressing what the screen would not even offer. */
export interface Cashier {
  /** Does one thing. */
  act(): void
}

interface CashierNeeds {
  machine: Machine
  random: SeededRandom
  facts: Facts
  elapsed: () => number
  sales: () => readonly Sale[]
  note: (text: string) => void
}

const habits: Record<'request' | 'press-again' | Action, number> = {
  request: 40,
  'press-again': 6,
  withdraw: 6,
  'send-now': 6,
  'try-again': 6,
  stop: 4,
  'check-now': 12,
  'stop-waiting': 4,
  'hand-over': 10,
  'give-meaning': 4,
  resolve: 5,
}

const inCash = 'paid in cash'

/** Enough to meet on a phone and in a queue, few enough to be quick. */
const mostDrafts = 5

export function createCashier(needs: CashierNeeds): Cashier {
  const { machine, random, facts, elapsed, note } = needs

  function press(drafted: DraftFacts): void {
    const asked = machine.guarded(counter => counter.request(drafted.draft))
    note(`${drafted.name} is requested: ${told(asked)}`)
    if (typeof asked === 'string' || !asked.ok) return
    drafted.takenAt ??= elapsed()
    drafted.saleId ??= asked.value.id
  }

  function request(): void {
    if (facts.drafts.size >= mostDrafts) return
    const name = `D${facts.drafts.size + 1}`
    const draft = drawDraft(random, name, earlierSale())
    const empty = { takenAt: null, saleId: null, creates: [], answers: [], executions: [] }
    const drafted: DraftFacts = { name, draft, ...empty }
    facts.drafts.set(name, drafted)
    press(drafted)
    if (random.chance(0.15)) press(drafted)
  }

  /** Some sales are made anew from one that went wrong. */
  function earlierSale(): string | null {
    const sales = needs.sales()
    return sales.length > 0 && random.chance(0.2) ? random.pick(sales).id : null
  }

  function pressAgain(): void {
    const drafts = [...facts.drafts.values()]
    if (drafts.length > 0) press(random.pick(drafts))
  }

  function onSale(action: Action): void {
    const sales = needs.sales()
    if (sales.length === 0) return
    const sale = random.pick(sales)
    const detail = detailOf(action)
    const done = machine.guarded(counter => carryOut(counter, sale, action, detail))
    note(`${action} ${detail} on ${sale.customer.lastName}: ${told(done)}`)
  }

  function detailOf(action: Action): string {
    if (action === 'resolve') return random.pick([inCash, 'the customer left'])
    return action === 'give-meaning' ? random.pick(['paid', 'failed']) : ''
  }

  /** What is about to be done counts as done while it is: its commit is judged before it returns. */
  function carryOut(counter: Counter, sale: Sale, action: Action, detail: string): Done {
    const act: Act = { at: elapsed(), saleId: sale.id, action, detail, isCertain: false }
    facts.acts.push(act)
    const meant = action === 'give-meaning' && mean(sale, detail)
    const done = perform(counter, sale.id, action, detail)
    act.isCertain = !(done instanceof Promise) && done.ok
    if (!(done instanceof Promise || done.ok)) {
      facts.acts.splice(facts.acts.indexOf(act), 1)
      if (meant) facts.meanings.delete(sale.rawStatus ?? '')
    }
    return done
  }

  function mean(sale: Sale, detail: string): boolean {
    const word = sale.rawStatus ?? ''
    if (facts.meanings.has(word)) return false
    facts.meanings.set(word, detail === 'paid' ? 'paid' : 'failed')
    return true
  }

  return {
    act() {
      const habit = random.weighted(habits)
      if (habit === 'request') request()
      else if (habit === 'press-again') pressAgain()
      else onSale(habit)
    },
  }
}

/** What a person's press came to; a read's answer comes later. */
type Done = Answer<Sale> | Promise<Answer<Sale>>

function perform(counter: Counter, saleId: string, action: Action, detail: string): Done {
  const calls: Record<Action, () => Done> = {
    withdraw: () => counter.withdraw(saleId),
    'send-now': () => counter.sendNow(saleId),
    'try-again': () => counter.tryAgain(saleId),
    stop: () => counter.abandon(saleId),
    'check-now': () => counter.checkNow(saleId),
    'stop-waiting': () => counter.stopWaiting(saleId),
    'hand-over': () => counter.handOver(saleId),
    'give-meaning': () => counter.giveMeaning(saleId, detail === 'paid' ? 'paid' : 'failed'),
    resolve: () => counter.resolve(saleId, detail, detail === inCash ? 'paid-in-cash' : 'other'),
  }
  return calls[action]()
}

function told(done: Done | 'not-selling' | 'failed'): string {
  if (done instanceof Promise) return 'under way'
  if (typeof done === 'string') return done
  return done.ok ? `ok, ${done.value.phase}` : done.code
}
