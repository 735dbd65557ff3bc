import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openAuditFile } from '../audit-log/audit-file'
import { type LedgerOpening, openLedger } from '../ledger/open-ledger'
import { keyedFiles } from '../recovery/keyed-files'
import { BackupFailed } from './backup-error'
import { ledgerKinds, type StoreFacts, type Stores } from './manifest'
import { dataKeyIn, type Secrets } from './vault-secrets'

type LedgerKind = (typeof ledgerKinds)[number]

/** What is in the stores of a folder that nothing else has open. Throws BackupFailed for one that does not open. */
export function examineStores(folder: string, secrets: Secrets): Stores {
  const [practice, sandbox, production] = ledgerKinds.map(kind =>
    withLedger(folder, kind, secrets, ledgerFacts),
  )
  return {
    practice: practice ?? null,
    sandbox: sandbox ?? null,
    production: production ?? null,
    auditLog: recordFacts(folder, secrets),
  }
}

/** Works on a ledger of such a folder; null where there is none. */
export function withLedger<Value>(
  folder: string,
  kind: LedgerKind,
  secrets: Secrets,
  work: (opening: Extract<LedgerOpening, { ok: true }>) => Value,
): Value | null {
  const file = join(folder, keyedFiles[kind])
  if (!existsSync(file)) return null
  const key = dataKeyIn(secrets, kind)
  if (key === null) throw unopened(kind, 'no key')
  const opening = openLedger({ file, key })
  if (!opening.ok) throw unopened(kind, opening.reason)
  try {
    return work(opening)
  } finally {
    opening.close()
  }
}

function ledgerFacts({ ledger, chain }: Extract<LedgerOpening, { ok: true }>): StoreFacts {
  const { sales, open } = ledger.statistics()
  const { number, value } = chain.head()
  return { links: number, value: value.toString('hex'), sales, open }
}

function recordFacts(folder: string, secrets: Secrets): StoreFacts | null {
  const file = join(folder, keyedFiles.auditLog)
  if (!existsSync(file)) return null
  const key = dataKeyIn(secrets, 'auditLog')
  const opening = key && openAuditFile(file, key, () => undefined)
  if (!opening?.ok) throw unopened('auditLog', opening?.reason ?? 'no key')
  const { number, value } = opening.file.chain.head()
  opening.file.close()
  return { links: number, value: value.toString('hex'), sales: 0, open: 0 }
}

function unopened(store: string, why: string): BackupFailed {
  return new BackupFailed('backup-store-unreadable', `${store}: ${why}`)
}
