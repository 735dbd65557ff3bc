import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { succeeded } from '../../../support/results'
import { makeCertificate } from '../../../support/service/certificate'
import { startPostgres } from '../../../support/shop/postgres-server'
import { newShopDatabase } from '../../../support/shop/shop-database'
import { keychainOf } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'
import { startWindowless, windowCalls } from '../../../support/test-till'

const newFolder = temporaryFolders()

it('trusts the certificate authorities that were added for either connection', async () => {
  const authority = await makeCertificate([], { name: 'Shop authority' })
  const { cert, key } = await makeCertificate(['127.0.0.1'], { issuer: authority })
  const withTls = await startPostgres({ certificate: cert, key })
  onTestFinished(() => withTls.remove())
  const other = await newShopDatabase(withTls, [authority.cert])
  const address = other.addressOf(await other.addReader('owner', 'duka'))
  const folder = newFolder()
  let chosen = (await makeCertificate([], { name: 'Another' })).cert
  const till = await startWindowless(folder, keychainOf(), {
    async chooseCertificateFile() {
      const file = join(folder, 'authority.pem')
      writeFileSync(file, chosen)
      return file
    },
  })
  onTestFinished(() => till.stop())
  const { connection, shop: calls } = windowCalls(till)
  succeeded(await connection.addAuthority({ kind: 'sandbox', proof: '' }))
  expect(succeeded(await calls.openOwnersView({ address }))).toEqual({
    ...{ result: 'fault', fault: 'certificate-not-trusted' },
  })
  chosen = authority.cert
  succeeded(await connection.addAuthority({ kind: 'production', proof: '' }))
  expect(succeeded(await calls.openOwnersView({ address }))).toEqual({ result: 'works' })
})
