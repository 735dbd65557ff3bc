import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { type PracticeService, startPracticeService } from '../../../electron/practice'
import type { ServiceKind } from '../../../shared/connection'
import { connectFolder } from './connected-folder'
import { connectFirst, expectSelling, unlock } from './connection'
import { sealsWithPassphrase } from './electron-switches'
import { type Keychain, startKeychain } from './keychain'
import { startTill, type Till, type TillStart } from './till'

interface Fixtures {
  /** Fresh, and gone after the test. */
  dataFolder: string
  /** The service: a practice service with a world that hurries. Its control is what really happened. */
  service: PracticeService
  /** Starts a real keychain, which outlives the test's tills. Skips the test where none can be brought along. */
  newKeychain: () => Promise<Keychain>
  /** Starts a till on this test's data folder. */
  launch: (start?: Omit<TillStart, 'dataFolder'>) => Promise<Till>
  /** Starts a till that is connected to `service`, and unlocked. */
  launchConnected: (start?: Omit<TillStart, 'dataFolder'>, kind?: ServiceKind) => Promise<Till>
  /** A till that is connected to `service`, ready to sell. */
  till: Till
}

/** Ten times as fast as practised by people. A session of under 30 seconds is not believed: see `passTime`. */
export const hurry = { speed: 10, approvalSeconds: 0.5 }

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kaunta-e2e-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  service: async ({}, use) => {
    const service = await startPracticeService({ ...hurry, webhooks: 'off' })
    await use(service)
    await service.stop()
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  newKeychain: async ({}, use, testInfo) => {
    const keychains: Keychain[] = []
    await use(async () => {
      testInfo.skip(process.platform !== 'linux', 'Only Linux takes a keychain of the test’s own')
      const keychain = await startKeychain()
      keychains.push(keychain)
      return keychain
    })
    await Promise.all(keychains.map(keychain => keychain.stop()))
  },

  // Hazard: Chromium aborts when the session of its keychain ends first, so this one is torn down before.
  launch: async ({ dataFolder, newKeychain: _keychainsOutliveTills }, use, testInfo) => {
    const tills: Till[] = []
    await use(async start => {
      const till = await startTill({ ...start, dataFolder })
      tills.push(till)
      return till
    })
    if (testInfo.status !== testInfo.expectedStatus)
      for (const { output } of tills)
        await testInfo.attach('console', { body: output(), contentType: 'text/plain' })
    await Promise.all(tills.map(till => till.close()))
  },

  launchConnected: async ({ dataFolder, launch, service }, use) => {
    await use(async (start, kind = 'sandbox') => {
      // Elsewhere the computer's own keychain seals, which only the till comes to.
      if (!sealsWithPassphrase) {
        const till = await launch(start)
        await connectFirst(till.page, service, { kind })
        return till
      }
      await connectFolder(dataFolder, service, kind)
      const till = await launch(start)
      await unlock(till.page)
      await expectSelling(till.page)
      return till
    })
  },

  till: async ({ launchConnected }, use) => use(await launchConnected()),
})

export { expect } from '@playwright/test'
