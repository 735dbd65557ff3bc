/** What saving a connection needs for its question about the account, where no test asks it. */
export const unaskedAccount = {
  ledger: () => null,
  recordDecision: () => undefined,
}
