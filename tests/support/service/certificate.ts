// `@peculiar/x509` asks for it, and imports are run in their order.
import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

export interface Certificate {
  /** PEM. */
  key: string
  cert: string
  name: string
}

interface CertificateOptions {
  /** ms since the epoch. */
  from?: number
  to?: number
  /** The name in it. */
  name?: string
  /** The authority that signs it; without one it signs itself, and is one. */
  issuer?: Certificate
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/**
 * Makes a certificate, so that no key is checked in and no other program is needed. `hosts` are DNS
 * names or IPv4 addresses.
 */
export async function makeCertificate(
  hosts: string[],
  {
    from = Date.now() - 3_600_000,
    to = Date.now() + 3_600_000,
    name = 'Scripted test server',
    issuer,
  }: CertificateOptions = {},
): Promise<Certificate> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const names = hosts.map(value => ({
    type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const),
    value,
  }))
  const made = await X509CertificateGenerator.create({
    subject: commonName(name),
    issuer: commonName(issuer?.name ?? name),
    notBefore: new Date(from),
    notAfter: new Date(to),
    publicKey: keys.publicKey,
    signingKey: issuer ? await signingKey(issuer) : keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new SubjectAlternativeNameExtension(names),
      ...(issuer ? [] : [new BasicConstraintsExtension(true)]),
    ],
  })
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { name, key: PemConverter.encode(key, 'PRIVATE KEY'), cert: made.toString('pem') }
}

const commonName = (name: string) => [{ CN: [name] }]

function signingKey({ key }: Certificate): Promise<CryptoKey> {
  const [bytes] = PemConverter.decode(key)
  if (!bytes) throw new Error('a certificate without its key')
  return crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign'])
}
