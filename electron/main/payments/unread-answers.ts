import type { ServiceResponse } from '../service'
import { classifyResponse } from './request-gate/classify-response'

interface Unread {
  /** In a row, as far as anything came. */
  answers: number
  /** The last one. */
  text: string
}

/** From so many on a person is told. */
const told = 2
/** A service of which nothing can be read has them all; the newest are the ones that a person looks at. */
const mostPayments = 100

/**
 * The payments whose answers come and cannot be read (DESIGN §5): a person is told after the second one, and a manager
 * sees what came. Kept for this run, for the next answer tells as much.
 */
export class UnreadAnswers {
  private readonly unread = new Map<string, Unread>()

  /** `changed`: what a person is told of is not the same any more. */
  constructor(private readonly changed: () => void) {}

  /** What came for a payment. No answer at all changes nothing. */
  note(paymentId: string, answer: ServiceResponse<unknown>): void {
    const before = this.unread.get(paymentId)
    const text = answer.class === 'unintelligible' ? answer.text : null
    if (text === null && classifyResponse(answer) !== 'answered') return
    this.unread.delete(paymentId)
    const answers = text === null ? 0 : (before?.answers ?? 0) + 1
    if (text !== null) this.unread.set(paymentId, { answers, text })
    const [oldest = ''] = this.unread.keys()
    if (this.unread.size > mostPayments) this.unread.delete(oldest)
    if ((before?.answers ?? 0) >= told !== answers >= told) this.changed()
  }

  paymentIds(): string[] {
    return [...this.unread]
      .filter(([, { answers }]) => answers >= told)
      .map(([paymentId]) => paymentId)
  }

  /** The last answer that could not be read; null where the screen does not name it. */
  textOf(paymentId: string): string | null {
    const unread = this.unread.get(paymentId)
    return unread && unread.answers >= told ? unread.text : null
  }
}
