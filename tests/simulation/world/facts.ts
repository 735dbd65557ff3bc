import type { PreparedRequest } from '../../../electron/main/service'
import type { Action } from '../../../shared/payment/actions'
import type { Draft } from '../../../shared/payment/draft'
import type { Sale } from '../../../shared/payment/sale'
import { type Payment, readOrder } from '../far-end/payment'
import { accountOf } from '../far-end/service'
import type { Call, Delivery, Process } from '../network/call'

/** What a person did, and was not refused. */
export interface Act {
  at: number
  saleId: string
  action: Action
  /** A reason, or the meaning that was given. */
  detail: string
  /** False while, or where for ever, nobody knows whether it was written down. */
  isCertain: boolean
}

/** A draft that somebody asked payment for, and what became of it outside the till. */
export interface DraftFacts {
  name: string
  draft: Draft
  /** When it was first taken by the till. */
  takenAt: number | null
  saleId: string | null
  creates: Call[]
  answers: Delivery[]
  executions: Payment[]
}

/** What really happened, kept by the world and unknown to the till. Times in ms that really passed. */
export interface Facts {
  drafts: Map<string, DraftFacts>
  /** The draft that a create's bytes name, by those bytes: each is asked for at every turn of its call. */
  named: Map<string, string>
  calls: Call[]
  /** Answers to status reads, by the account that asked and the reference: another account's is another payment. */
  reads: Map<string, Delivery[]>
  /** For each run, the answer that asks for the longest pause. */
  slowest: Map<Process, Delivery>
  /** For each run, the answer that rejected its keys. */
  rejected: Map<Process, Delivery>
  acts: Act[]
  /** What a word means since a person said so and the ledger has it. */
  meanings: Map<string, Meaning>
  /** Each meaning that the ledger has, with the sales that were unclear for its word by then. */
  givings: { meaning: Meaning; saleIds: readonly string[] }[]
  /** The words that the connection keeps since the till took a person's word for them, as its settings do. */
  words: Record<Meaning, string[]>
  clock: ClockFacts
}

/** What a person may say that a word means. */
export type Meaning = 'paid' | 'failed'

export interface ClockFacts {
  /** The wall clock was set back while the till ran. */
  setBack: boolean
  /** It was set back where nothing in the till could notice it. */
  setBackUnseen: boolean
  /** The `Date` headers are wrong: nothing is known of the service's time. */
  dateIsWrong: boolean
}

/** Nothing has happened yet. */
export function createFacts(dateIsWrong: boolean): Facts {
  return {
    drafts: new Map(),
    named: new Map(),
    calls: [],
    reads: new Map(),
    slowest: new Map(),
    rejected: new Map(),
    acts: [],
    meanings: new Map(),
    givings: [],
    words: { paid: [], failed: [] },
    clock: { setBack: false, setBackUnseen: false, dateIsWrong },
  }
}

const readKey = (account: string | null, reference: string) => `${account} ${reference}`

/** The answers to status reads of a sale that the till was given. */
export function readsDelivered(facts: Facts, { account, reference }: Sale): readonly Delivery[] {
  return reference === null ? [] : (facts.reads.get(readKey(account, reference)) ?? [])
}

/**
 * Did the till live to write down what an answer said? A run that ended in the very moment that it came
 * may have lost it, and no later run can know of it; what is on the disk of it is the sale's own.
 */
export function outlived({ at, call }: Delivery): boolean {
  const { endedAt } = call.process
  return endedAt === null || at < endedAt
}

/** The draft that a create call is for, by the far end's own reading of its bytes. */
export function draftOf(facts: Facts, body: PreparedRequest['body']): DraftFacts | undefined {
  const name = facts.named.get(body) ?? readOrder(body)?.draft ?? ''
  facts.named.set(body, name)
  return facts.drafts.get(name)
}

export function noteCall(facts: Facts, call: Call): void {
  facts.calls.push(call)
  if (call.operation === 'create') draftOf(facts, call.text)?.creates.push(call)
}

export function noteDelivery(facts: Facts, delivery: Delivery): void {
  const { call, answer } = delivery
  if (call.operation === 'create') draftOf(facts, call.text)?.answers.push(delivery)
  else {
    const of = readKey(accountOf(call.process.keys), call.text)
    facts.reads.set(of, [...(facts.reads.get(of) ?? []), delivery])
  }
  if (answer.class === 'unauthorized') facts.rejected.set(call.process, delivery)
  const longest = facts.slowest.get(call.process)?.quietUntil ?? 0
  if ((delivery.quietUntil ?? 0) > longest) facts.slowest.set(call.process, delivery)
}
