import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

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

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))

/**
 * Makes a certificate, so that no key is checked in and no other program is needed. `hosts` are DNS
 * names or IPv4 addresses.
 */
export function makeCertificate(
  hosts: string[],
  {
    from = Date.now() - 3_600_000,
    to = Date.now() + 3_600_000,
    name = 'Scripted test server',
    issuer,
  }: CertificateOptions = {},
): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(issuer?.name ?? name),
    sequence(utcTime(from), utcTime(to)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      issuer
        ? sequence(alternativeNames(hosts))
        : sequence(alternativeNames(hosts), certificateAuthority()),
    ),
  )
  const signature = sign('sha256', body, issuer ? issuer.key : privateKey)
  const bytes = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  return {
    name,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

function commonName(text: string): Buffer {
  return sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
}

function alternativeNames(hosts: string[]): Buffer {
  const names = hosts.map(host =>
    /^[\d.]+$/.test(host)
      ? der(0x87, Buffer.from(host.split('.').map(Number)))
      : der(0x82, Buffer.from(host)),
  )
  return sequence(oid('551d11'), der(0x04, sequence(...names)))
}

function certificateAuthority(): Buffer {
  return sequence(oid('551d13'), der(0x04, sequence(der(0x01, Buffer.from([0xff])))))
}

function utcTime(time: number): Buffer {
  const digits = new Date(time).toISOString().replace(/\D/g, '').slice(2, 14)
  return der(0x17, Buffer.from(`${digits}Z`))
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes)
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, ...parts)
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

/** Tag, length, contents. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const contents = Buffer.concat(parts)
  const { length } = contents
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), contents])
}
