import type { Result } from '../../../shared/ipc/result'
import type { Draft } from '../../../shared/payment/draft'
import type { Sale } from '../../../shared/payment/sale'

/** One draft that a cashier pressed, and what the till said to it. */
export interface Press {
  draft: Draft
  /** Each time it was pressed; null while, or because, there was no answer. */
  answers: (Result<unknown> | null)[]
}

/** What people at the counter did and were told, kept outside the till. */
export interface PressJournal {
  presses(): readonly Press[]
  /** Writes the press down first; returns how to write its answer down. */
  press(draft: Draft): (answer: Result<unknown> | null) => void
  /** Every state in which the till showed a sale since the last call, oldest first. */
  takeShown(): Sale[]
  show(sale: Sale): void
}

/** An empty journal. */
export function createPressJournal(): PressJournal {
  const presses = new Map<string, Press>()
  let shown: Sale[] = []
  const show = (sale: Sale) => void shown.push(sale)
  return {
    presses: () => [...presses.values()],
    show,
    press(draft) {
      const press = presses.get(draft.draftId) ?? { draft, answers: [] }
      presses.set(draft.draftId, press)
      const index = press.answers.push(null) - 1
      return answer => {
        press.answers[index] = answer
        if (answer?.ok) show(answer.value as Sale)
      }
    },
    takeShown() {
      const taken = shown
      shown = []
      return taken
    },
  }
}

/** The sale that the till said it had recorded for this press, or null. */
export function promised(press: Press): Sale | null {
  const answer = press.answers.find(each => each?.ok)
  return answer?.ok ? (answer.value as Sale) : null
}

/** True when the till was asked, answered every time, and said each time that there is no sale. */
export function refusedForGood(press: Press): boolean {
  return press.answers.every(answer => answer !== null && !answer.ok)
}
