import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../../electron/main/clock'
import { saveAndTest } from '../../../../electron/main/connections/connection-saver'
import { systemRandom } from '../../../../electron/main/random'
import { startPracticeService } from '../../../../electron/practice'
import { directly } from '../../../support/directly'
import { managerIn } from '../../../support/manager-in-folder'
import { temporaryFolders } from '../../../support/temporary-folder'
import { unaskedAccount } from '../../../support/unasked-account'
import { keychainOf, vaultIn } from '../../../support/vaults'

const newFolder = temporaryFolders()
const first = { apiKey: 'key-0001-first', apiSecret: 'secret-0001-first' }
const second = { apiKey: 'key-0002-second', apiSecret: 'secret-0002-second' }
const environment = 'sandbox'

it('keys that are rotated keep the open sales, which the new keys bring to their end (money rule 8)', async () => {
  const service = await startPracticeService({
    ...first,
    approvalSeconds: 600,
    extraKeys: [{ ...second, account: 'practice', environment }],
  })
  onTestFinished(() => service.stop())
  const vault = vaultIn(newFolder(), keychainOf())
  const {
    connections,
    settings,
    sell,
    announced: told,
  } = managerIn({
    folder: newFolder(),
    active: 'sandbox',
    vault: { ok: true, vault },
  })
  const save = (keys: typeof first, account: 'same' | null = null) =>
    saveAndTest(
      {
        kind: environment,
        address: service.address,
        pathPrefix: service.pathPrefix,
        webhookAddress: '',
        account,
        ...keys,
      },
      {
        ...unaskedAccount,
        settings,
        vault: { ok: true, vault },
        clock: systemClock,
        random: systemRandom,
        resolveProxy: directly,
      },
    )
  const works = { ok: true, value: { result: 'works', saved: true } }
  expect(await save(first)).toMatchObject(works)
  await connections.reopen()
  const id = sell('0754001212')
  await expect.poll(() => told.at(-1)?.phase, { timeout: 4_000 }).toBe('pending')

  service.control.revokeKeys()
  expect(await save(second, 'same')).toMatchObject(works)
  await connections.reopen()
  expect(connections.engine()?.ledger.find(id)?.phase).toBe('pending')
  const [payment] = service.control.payments()
  service.control.decide(payment?.reference ?? '', 'completed')
  await expect.poll(() => told.at(-1), { timeout: 15_000 }).toMatchObject({ id, outcome: 'paid' })
  expect(service.control.payments()).toHaveLength(1)
})
