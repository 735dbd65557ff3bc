import type { Pace } from '../scenarios/schedule'

export type SessionSeconds = Pace['sessionSeconds']

/** How long things take, changeable while the service runs. */
export interface PaceSetting {
  current(): Pace
  setSession(seconds: Partial<SessionSeconds>): void
  setApproval(seconds: number): void
  /** Back to the pace of the start. */
  reset(): void
}

/** Begins with `initial`. */
export function createPaceSetting(initial: Pace): PaceSetting {
  let pace = initial
  return {
    current: () => pace,
    setSession(seconds) {
      pace = { ...pace, sessionSeconds: { ...pace.sessionSeconds, ...seconds } }
    },
    setApproval(seconds) {
      pace = { ...pace, approvalSeconds: seconds }
    },
    reset() {
      pace = initial
    },
  }
}
