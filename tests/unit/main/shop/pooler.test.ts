import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { fillLedger } from '../../../support/filled-ledger'
import { ledgerIn } from '../../../support/payments/ledger'
import {
  hasPgBouncer,
  noPgBouncer,
  postgresForTests,
  startPgBouncer,
} from '../../../support/shop/postgres-for-tests'
import { sessionOn } from '../../../support/shop/session'
import { newShopDatabase } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const server = postgresForTests()
const newFolder = temporaryFolders()

beforeEach(({ skip }) => skip(!hasPgBouncer(), noPgBouncer))

it('behind PgBouncer in transaction mode a till ships, leases, claims and hears of callbacks by asking', async () => {
  const shop = await newShopDatabase(server())
  const [one, two] = [await shop.addTill('Counter 1'), await shop.addTill('Counter 2')]
  const receiverLogin = await shop.addReader('receiver', 'duka')
  const pooler = await startPgBouncer(server())
  onTestFinished(() => pooler.stop())
  const pooled = { ...shop, address: { ...shop.address, port: pooler.port } }
  const { ledger } = ledgerIn(newFolder())
  const [sale] = fillLedger(ledger, 5)
  const first = sessionOn(pooled, one, ledger.links, { isWaiting: () => true })
  const second = sessionOn(pooled, two, ledgerIn(newFolder()).ledger.links)
  await first.shipped()
  await second.connected()
  expect(first.session.state().fault).toBeNull()

  const phone = { msisdn: '255754001212', forMs: 60_000 }
  const never = () => undefined
  expect(await first.session.lease({ ...phone, draftId: 'one' }, never)).toEqual({
    state: 'granted',
  })
  expect(await second.session.lease({ ...phone, draftId: 'two' }, never)).toMatchObject({
    state: 'held',
    till: 'Counter 1',
  })

  const receiver = await shop.connect(receiverLogin)
  onTestFinished(() => receiver.close())
  await receiver.query('SELECT * FROM kaunta.callback($1)', [[sale?.id]])
  await first.until(() => first.heard.includes(sale?.id ?? ''))

  // The limits that a pooler refuses from a till are the role's own.
  const limit = await first.session.use(of => of.query('SHOW statement_timeout'))
  expect(limit).toEqual([{ statement_timeout: '20s' }])
})
