import { randomInt, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addAuthority } from '../../../../electron/main/connections/authorities'
import type { AuthorityView } from '../../../../shared/authority'
import { damagesOf } from '../../../support/damages'
import { makeCertificate } from '../../../support/service/certificate'
import { settingsOn, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

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
