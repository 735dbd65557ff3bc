import { type AnswerForm, type AnswerFormName, answerForms } from './answers/forms'
import type { Pace, Scenario } from './scenarios/scenario'

export type SessionSeconds = Pace['sessionSeconds']

/** What the control can change while the service runs: how long things take, and the form of the answers. */
export class ServiceSettings {
  pace: Pace
  #answers: AnswerFormName

  constructor(private readonly initial: { pace: Pace; answers: AnswerFormName }) {
    this.pace = initial.pace
    this.#answers = initial.answers
  }

  /** The form for a payment of this scenario: the scenario's own, or else the setting. */
  formFor(scenario: Scenario | null): AnswerForm {
    return answerForms[scenario?.answers ?? this.#answers]
  }

  setSession(seconds: Partial<SessionSeconds>): void {
    this.pace = { ...this.pace, sessionSeconds: { ...this.pace.sessionSeconds, ...seconds } }
  }

  setApproval(seconds: number): void {
    this.pace = { ...this.pace, approvalSeconds: seconds }
  }

  setAnswers(form: AnswerFormName): void {
    this.#answers = form
  }

  /** Back to the settings of the start. */
  reset(): void {
    this.pace = this.initial.pace
    this.#answers = this.initial.answers
  }
}
