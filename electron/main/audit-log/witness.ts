import type { AuditDetail } from '../../../shared/audit-entry'
import type { Log } from '../diagnostics/log'
import type { Head } from '../hash-chain/link'
import type { LedgerWitness } from '../hash-chain/witnessed-heads'
import type { SettingsWitness } from '../vault/settings-guard'
import type { AuditLog } from './audit-log'
import { AuditLogFailed } from './audit-opening'

/*
 * The audit log as the witness of what lies in other files: how far each ledger's chain went, and which
 * generation of the guarded settings was sealed. An older copy of those files alone is then behind it.
 * - Each entry of a witness names everything, so that only the newest entry is read.
 * - The entry of a restored backup is one too, and names no ledger: what was before it does not count.
 */

export interface Witness extends LedgerWitness, SettingsWitness {
  /** The log that it reads and writes; before, nothing is known. */
  use(auditLog: Pick<AuditLog, 'exists' | 'list' | 'write'>): void
}

interface Known {
  generation: number
  /** By ledger: number and value of the last link, as they are on record. */
  heads: Readonly<Record<string, string>>
}

interface SealedSettings {
  generation: number
  digests: Readonly<Record<string, string>>
}

const nothing: Known = { generation: 0, heads: {} }

/** The fact that makes an entry one of the witness. */
const witnessFact = 'witness'
const digestsOf = 'settingsOf'
const headPrefix = 'head:'
const settingPrefix = 'set:'

/** For an entry of another action that is to count as the newest: it names no ledger. */
export function settingsWitnessed(generation: number): AuditDetail {
  return { [witnessFact]: generation }
}

export function createWitness(log: Log): Witness {
  let auditLog: Parameters<Witness['use']>[0] | null = null
  let known: Known | null = null
  /** Sealed, and not on record yet. */
  let unwritten: SealedSettings | null = null

  /** Null where the log cannot be read now. It is read once: nothing else writes these entries. */
  function newest(): Known | null {
    if (known || !auditLog) return known
    if (!auditLog.exists()) return nothing
    try {
      const [entry] = auditLog.list({ before: null, limit: 1, fact: witnessFact })
      known = entry ? knownIn(entry.detail) : nothing
      return known
    } catch (error) {
      if (error instanceof AuditLogFailed) return null
      throw error
    }
  }

  function write(heads: Known['heads']): void {
    const before = newest()
    if (!auditLog || !before) throw new AuditLogFailed('failed', 'The audit log cannot be read')
    const generation = Math.max(before.generation, unwritten?.generation ?? 0)
    auditLog.write('witnessed', null, detailOf({ generation, heads }, unwritten))
    known = { generation, heads }
    unwritten = null
  }

  function found(generation: number, digests: SealedSettings['digests']): void {
    if (generation > (newest()?.generation ?? 0)) unwritten = { generation, digests }
  }

  return {
    use(used) {
      auditLog = used
    },
    head(ledger) {
      const read = newest()
      return read ? headIn(read.heads[ledger]) : 'unknown'
    },
    noteHead(ledger, head) {
      const text = `${head.number} ${head.value.toString('hex')}`
      const heads = newest()?.heads ?? {}
      if (heads[ledger] !== text || unwritten) write({ ...heads, [ledger]: text })
    },
    forgetLedger(store) {
      const heads = Object.entries(newest()?.heads ?? {})
      const kept = heads.filter(([ledger]) => !ledger.startsWith(`${store}-`))
      if (kept.length < heads.length) write(Object.fromEntries(kept))
    },
    generation: () => Math.max(newest()?.generation ?? 0, unwritten?.generation ?? 0),
    digests() {
      if (!newest() || !auditLog?.exists()) return null
      const [entry] = auditLog.list({ before: null, limit: 1, fact: digestsOf })
      const isNewest = entry?.detail[digestsOf] === known?.generation
      return entry && isNewest ? withPrefix(entry.detail, settingPrefix) : null
    },
    found,
    sealed(generation, digests) {
      found(generation, digests)
      // A till that has no log yet gets none by this.
      if (!auditLog?.exists()) return
      try {
        write(newest()?.heads ?? {})
      } catch (error) {
        log.error('audit-entry-not-written', { action: 'witnessed', error })
      }
    },
  }
}

function detailOf({ generation, heads }: Known, settings: SealedSettings | null): AuditDetail {
  const facts: AuditDetail = { [witnessFact]: generation }
  for (const [ledger, head] of Object.entries(heads)) facts[headPrefix + ledger] = head
  if (settings) facts[digestsOf] = settings.generation
  for (const [name, digest] of Object.entries(settings?.digests ?? {}))
    facts[settingPrefix + name] = digest
  return facts
}

function knownIn(detail: AuditDetail): Known {
  return { generation: Number(detail[witnessFact]), heads: withPrefix(detail, headPrefix) }
}

function withPrefix(detail: AuditDetail, prefix: string): Record<string, string> {
  const entries = Object.entries(detail).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(
    entries.map(([name, value]) => [name.slice(prefix.length), String(value)]),
  )
}

function headIn(text: string | undefined): Head | null {
  if (text === undefined) return null
  const [number, value = ''] = text.split(' ')
  return { number: Number(number), value: Buffer.from(value, 'hex') }
}
