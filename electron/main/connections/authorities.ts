import { X509Certificate } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { AuditEntry } from '../../../shared/audit-entry'
import { type AuthorityView, mostAuthorities } from '../../../shared/authority'
import {
  type ConnectionKind,
  type ServiceKind,
  serviceKindSchema,
} from '../../../shared/connection'
import type { StillAdmitted } from '../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { GuardedSettings } from '../../../shared/settings'
import type { TillStore } from '../store/till-store'

const block =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g
/** Four in each block: what is left of one that was cut off, or damaged, must not be passed over. */
const marks = /-----(?:BEGIN|END) (?:TRUSTED |X509 )?CE|RTIFICATE-----/g

/** A provider's bundle has some 200 kB. */
const largestFile = 512 * 1024

/** Trusts the authorities of a file for a connection, in place of those that were added before. */
export async function addAuthority(
  kind: ServiceKind,
  deps: {
    store: TillStore
    /** Null where a person chose none. */
    chooseCertificateFile: () => Promise<string | null>
    stillAdmitted: StillAdmitted
    /** What the audit log is to say of who is trusted from here on. */
    added: (authority: AuthorityView) => AuditEntry
  },
): Promise<Result<{ added: boolean }>> {
  const file = await deps.chooseCertificateFile()
  if (file === null) return success({ added: false })
  const read = await readFileOf(file)
  if (!read.ok) return read
  const judged = readAuthorities(read.value)
  if (!judged.ok) return judged
  const refused = deps.stillAdmitted()
  if (refused) return refused
  const { authorities, views } = judged.value
  deps.store.commit(
    ({ settings, ...document }) => ({
      ...document,
      settings: { ...settings, [kind]: { ...settings[kind], authorities } },
    }),
    ...views.map(deps.added),
  )
  return success({ added: true })
}

/** Reads a file that a person chose, if it is one of a sensible size. Never rejects. */
async function readFileOf(file: string): Promise<Result<Buffer>> {
  try {
    const handle = await open(file, 'r')
    try {
      const bytes = Buffer.alloc(largestFile + 1)
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
      return bytesRead > largestFile
        ? failure('authority-too-large', `over ${largestFile} bytes`)
        : success(bytes.subarray(0, bytesRead))
    } finally {
      await handle.close()
    }
  } catch (error) {
    return failure('authority-unreadable', String(error))
  }
}

/** Judges a file that is to name further authorities: PEM, or one certificate as DER. */
export function readAuthorities(
  bytes: Buffer,
): Result<{ authorities: string[]; views: AuthorityView[] }> {
  const text = bytes.toString('latin1')
  if (text.includes('PRIVATE KEY-----')) return failure('authority-private-key', '')
  const blocks = text.match(block) ?? []
  const read = (blocks.length > 0 ? blocks : [bytes]).map(certificateOf)
  const certificates = read.filter(one => one !== null)
  const isCutOff = (text.match(marks)?.length ?? 0) !== blocks.length * 4
  const isWhole = certificates.length === read.length && certificates.every(isSound)
  if (isCutOff || read.length > mostAuthorities || !isWhole) return failure('authority-none', '')
  if (!certificates.every(vouches)) return failure('authority-not-one', '')
  const authorities = certificates.map(one => one.toString())
  return success({ authorities, views: certificates.map(viewOf) })
}

/** What a window shows of the authorities in the settings; one that cannot be read is left out. */
export function viewAuthorities(authorities: readonly string[]): AuthorityView[] {
  return authorities.map(certificateOf).flatMap(one => (one === null ? [] : [viewOf(one)]))
}

/** The authorities that TLS can be given: settings are a file that a hand may have changed. */
export function usableAuthorities(authorities: readonly string[]): string[] {
  return authorities.filter(one => certificateOf(one) !== null)
}

/** The authorities for the shop database. Practice has none of its own: an owner added them for either service. */
export function shopAuthorities(
  settings: Pick<GuardedSettings, ServiceKind>,
  kind: ConnectionKind,
): string[] {
  const kinds = kind === 'practice' ? serviceKindSchema.options : [kind]
  return kinds.flatMap(one => usableAuthorities(settings[one].authorities))
}

function certificateOf(source: string | Buffer): X509Certificate | null {
  try {
    return new X509Certificate(source)
  } catch {
    return null
  }
}

/**
 * Where its issuer is in the same file, itself or another, a changed bit shows in the signature. TLS would
 * not check it: the list of authorities is trusted as it is.
 */
function isSound(one: X509Certificate, _index: number, all: readonly X509Certificate[]): boolean {
  const issuers = all.filter(({ subject }) => subject === one.issuer)
  return issuers.length === 0 || issuers.some(issuer => isSignedBy(one, issuer))
}

function isSignedBy(one: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return one.verify(issuer.publicKey)
  } catch {
    return false // a key that nothing can be checked with
  }
}

/** A certificate that signs itself is an authority for its own name, even if it says that it is not an authority. */
function vouches(certificate: X509Certificate): boolean {
  return certificate.ca || certificate.checkIssued(certificate)
}

function viewOf(certificate: X509Certificate): AuthorityView {
  return {
    subject: nameOf(certificate.subject),
    validTo: Date.parse(certificate.validTo),
    fingerprint: certificate.fingerprint256,
  }
}

/** `CN=Kijani Root CA`, one line each: the name that people know it by, else all of it. */
function nameOf(subject: string): string {
  const lines = subject.split('\n')
  const common = lines.find(line => line.startsWith('CN='))?.slice(3)
  return (common ?? lines.join(', ')).slice(0, 200)
}
