import type { AuditEntry } from '../../../shared/audit-entry'
import type { AuthorityView } from '../../../shared/authority'
import type { ServiceKind } from '../../../shared/connection'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { StillAdmitted } from '../people/access'
import type { TillStore } from '../store/till-store'
import { readAuthorities } from './authorities'
import { readAuthorityFile } from './authority-file'

interface AuthorityAdderDeps {
  store: TillStore
  /** Null where a person chose none. */
  chooseCertificateFile: () => Promise<string | null>
  stillAdmitted: StillAdmitted
  /** What the audit log is to say of who is trusted from here on. */
  added: (authority: AuthorityView) => AuditEntry
}

/** Trusts the authorities of a file for a connection, in place of those that were added before. */
export async function addAuthority(
  kind: ServiceKind,
  { store, chooseCertificateFile, stillAdmitted, added }: AuthorityAdderDeps,
): Promise<Result<{ added: boolean }>> {
  const file = await chooseCertificateFile()
  if (file === null) return success({ added: false })
  const read = await readAuthorityFile(file)
  if (!read.ok) return failure(read.reason, read.detail)
  const judged = readAuthorities(read.bytes)
  if (!judged.ok) return failure(judged.reason, '')
  const refused = stillAdmitted()
  if (refused) return refused
  const { authorities } = judged
  store.commit(
    ({ settings, ...document }) => ({
      ...document,
      settings: { ...settings, [kind]: { ...settings[kind], authorities } },
    }),
    ...judged.views.map(added),
  )
  return success({ added: true })
}
