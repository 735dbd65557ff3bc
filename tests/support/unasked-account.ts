import type { AuditDetail, AuditEntry } from '../../shared/audit-entry'

/** What saving a connection needs to ask a person, where no test is about that. */
export const unaskedAccount = {
  ledger: () => null,
  decision: (detail: AuditDetail): AuditEntry => ({
    at: 0,
    person: null,
    action: 'account-decided',
    detail,
  }),
  stillAdmitted: () => null,
}
