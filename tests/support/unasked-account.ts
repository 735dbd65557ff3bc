/** What saving a connection needs to ask a person, where no test is about that. */
export const unaskedAccount = {
  ledger: () => null,
  recordDecision: () => undefined,
  stillAdmitted: () => null,
}
