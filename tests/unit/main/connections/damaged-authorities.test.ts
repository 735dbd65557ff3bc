import { randomInt, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addAuthority } from '../../../../electron/main/connections/authorities'
import type { AuthorityView } from '../../../../shared/authority'
import { makeCertificate } from '../../../support/service/certificate'
import { settingsOn, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

interface Damage {
  name: string
  bytes: Buffer
}

/** A file cut at the edge of each block of `size` bytes, and with a bit of each turned over, which one the seed says. */
function damagesOf(bytes: Buffer, size: number, seed: number): Damage[] {
  const edges = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size)
  const cuts = edges.map(at => ({ name: `cut at ${at}`, bytes: bytes.subarray(0, at) }))
  const flips = edges.map((edge, index) => {
    const place = Math.min(bytes.length - 1, edge + ((seed + index * 7_919) % size))
    const bit = (seed + index) % 8
    return { name: `bit ${bit} of byte ${place}`, bytes: flipped(bytes, place, bit) }
  })
  return [...cuts, ...flips]
}

function flipped(bytes: Buffer, place: number, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(place) ^ (1 << bit), place)
  return copy
}

const newFolder = temporaryFolders()
const seed = randomInt(2 ** 31)
/** Small enough that names, keys, signatures and the marks of both certificates are struck. */
const block = 16

const root = makeCertificate([], { name: 'Kijani Root CA' })
const second = makeCertificate([], { name: 'Kijani Issuing CA' })
const earlier = makeCertificate([], { name: 'Earlier CA' })
const whole = [root, second].map(({ cert }) => new X509Certificate(cert))
const damages = damagesOf(Buffer.from(root.cert + second.cert), block, seed)

/** Adds the authorities of a file to a till that trusts an earlier one. */
async function addFrom(content: Buffer) {
  const file = join(newFolder(), 'chosen.pem')
  writeFileSync(file, content)
  const folder = newFolder()
  const store = storeIn(folder)
  const settings = settingsOn(folder, store)
  settings.update(all => ({ ...all, sandbox: { ...all.sandbox, authorities: [earlier.cert] } }))
  const recorded: AuthorityView[] = []
  const answered = await addAuthority('sandbox', {
    store,
    chooseCertificateFile: async () => file,
    stillAdmitted: () => null,
    added: view => {
      recorded.push(view)
      return store.entry('authority-added', null)
    },
  })
  return { answered, recorded, trusted: settings.get().sandbox.authorities }
}

/** Nothing in the file vouches for the names in it: where one is another, the screen shows another. */
function hasAnotherName(one: X509Certificate): boolean {
  return !whole.some(({ subject, issuer }) => subject === one.subject && issuer === one.issuer)
}

it.each(damages)(
  'a certificate file, $name, is refused, or nothing is wrong but a name',
  async ({ bytes }) => {
    const { answered, recorded, trusted } = await addFrom(bytes)
    if (!answered.ok) {
      expect(answered.code).toMatch(/^authority-(none|not-one)$/)
      expect(trusted).toEqual([earlier.cert])
      expect(recorded).toEqual([])
      return
    }
    const added = trusted.map(text => new X509Certificate(text))
    expect(recorded.map(({ fingerprint }) => fingerprint)).toEqual(
      added.map(({ fingerprint256 }) => fingerprint256),
    )
    const known = new Set(whole.map(({ fingerprint256 }) => fingerprint256))
    for (const one of added)
      expect(known.has(one.fingerprint256) || hasAnotherName(one), `seed ${seed}`).toBe(true)
    // All of them, but where the file ends before anything of the second certificate can be told.
    const rest = bytes.length - root.cert.length
    expect(added.length === 2 || (rest >= 0 && rest < block), `seed ${seed}`).toBe(true)
  },
)
