/** What every ledger in a test is encrypted with. */
export const ledgerKey: Buffer = Buffer.alloc(32, 7)
