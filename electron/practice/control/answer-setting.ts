import { type AnswerForm, type AnswerFormName, answerForms } from '../answers/forms'
import type { Scenario } from '../scenarios/scenario'

/** The form of the service's answers, changeable while it runs. */
export interface AnswerSetting {
  /** The form for a payment of this scenario: the scenario's own, or else the setting. */
  formFor(scenario: Scenario | null): AnswerForm
  set(form: AnswerFormName): void
  /** Back to the form of the start. */
  reset(): void
}

/** Begins with `initial`. */
export function createAnswerSetting(initial: AnswerFormName): AnswerSetting {
  let current = initial
  return {
    formFor: scenario => answerForms[scenario?.answers ?? current],
    set(form) {
      current = form
    },
    reset() {
      current = initial
    },
  }
}
