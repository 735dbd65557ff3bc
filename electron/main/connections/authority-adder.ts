import type { AuthorityView } from '../../../shared/authority'
import type { ServiceKind } from '../../../shared/connection'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { StillAdmitted } from '../staff/access'
import type { SettingsKeeper } from '../storage/settings'
import { readAuthorities } from './authorities'
import { readAuthorityFile } from './authority-file'

interface AuthorityAdderDeps {
  settings: SettingsKeeper
  /** Null where a person chose none. */
  chooseCertificateFile: () => Promise<string | null>
  stillAdmitted: StillAdmitted
  /** Puts in the audit log who is trusted from here on; throws, and then nobody new is. */
  added: (authorities: readonly AuthorityView[]) => void
}

/** Trusts the authorities of a file for a connection, in place of those that were added before. */
export async function addAuthority(
  kind: ServiceKind,
  { settings, chooseCertificateFile, stillAdmitted, added }: AuthorityAdderDeps,
): Promise<Result<{ added: boolean }>> {
  const file = await chooseCertificateFile()
  if (file === null) return success({ added: false })
  const read = await readAuthorityFile(file)
  if (!read.ok) return failure(read.reason, read.detail)
  const judged = readAuthorities(read.bytes)
  if (!judged.ok) return failure(judged.reason, '')
  const refused = stillAdmitted()
  if (refused) return refused
  added(judged.views)
  const { authorities } = judged
  settings.update(all => ({ ...all, [kind]: { ...all[kind], authorities } }))
  return success({ added: true })
}
