import { type AnswerForm, type AnswerFormName, answerForms } from './answers/forms'
import type { Pace, Scenario } from './scenarios/scenario'

export type SessionSeconds = Pace['sessionSeconds']

/** What the control can change while the service runs: how long things take, and the form of the answers. */
export interface ServiceSettings {
  pace(): Pace
  /** The form for a payment of this scenario: the scenario's own, or else the setting. */
  formFor(scenario: Scenario | null): AnswerForm
  setSession(seconds: Partial<SessionSeconds>): void
  setApproval(seconds: number): void
  setAnswers(form: AnswerFormName): void
  /** Back to the settings of the start. */
  reset(): void
}

/** Begins with `initial`. */
export function createServiceSettings(initial: {
  pace: Pace
  answers: AnswerFormName
}): ServiceSettings {
  let { pace, answers } = initial
  return {
    pace: () => pace,
    formFor: scenario => answerForms[scenario?.answers ?? answers],
    setSession(seconds) {
      pace = { ...pace, sessionSeconds: { ...pace.sessionSeconds, ...seconds } }
    },
    setApproval(seconds) {
      pace = { ...pace, approvalSeconds: seconds }
    },
    setAnswers(form) {
      answers = form
    },
    reset() {
      ;({ pace, answers } = initial)
    },
  }
}
