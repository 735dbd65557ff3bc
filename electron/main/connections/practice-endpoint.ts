import { createSecret } from '../store/secret'
import type { SettingsKeeper } from '../store/settings'
import type { ServiceEndpoint } from './service-endpoint'

/** What the till needs of the practice service; the composition root passes the real one in. */
export interface PracticeProgram {
  address: string
  port: number
  pathPrefix: string
  apiKey: string
  apiSecret: string
  stop(): Promise<void>
}

/** The practice service inside the till: it runs while the till is in Practice. */
export interface PracticeEndpoint {
  /** Starts it where it is not running. Rejects when it cannot listen on this computer or its books cannot be read. */
  endpoint(): Promise<ServiceEndpoint>
  /** The checkout pages' origin, or null while it is not running. */
  origin(): string | null
  stop(): Promise<void>
}

interface PracticeEndpointDeps {
  settings: SettingsKeeper
  start: (port: number) => Promise<PracticeProgram>
}

/**
 * Card payments require a webhook address (§4.3). Practice gives one that can never exist (RFC 2606):
 * the till trusts only status reads, and practice notifies nobody.
 */
const practiceWebhook = 'https://kaunta.invalid/practice'

/** A practice end that is not running yet. */
export function createPracticeEndpoint({
  settings,
  start,
}: PracticeEndpointDeps): PracticeEndpoint {
  let running: Promise<PracticeProgram> | null = null
  let origin: string | null = null

  /** The port of last time, so that addresses in the ledger still lead somewhere; else any free one. */
  async function startSomewhere(): Promise<PracticeProgram> {
    const port = settings.get().practicePort
    const program = await start(port).catch(error => {
      if (port === 0) throw error
      return start(0)
    })
    // Preferences that say so already is not written again: that costs every start its fsync.
    if (program.port !== port) settings.update(all => ({ ...all, practicePort: program.port }))
    origin = program.address
    return program
  }

  return {
    async endpoint() {
      running ??= startSomewhere().catch(error => {
        running = null
        throw error
      })
      const { address, pathPrefix, apiKey, apiSecret } = await running
      const keys = { apiKey: createSecret(apiKey), apiSecret: createSecret(apiSecret) }
      const account = 'practice'
      return {
        address,
        pathPrefix,
        webhookAddress: practiceWebhook,
        account,
        keys: () => keys,
        certificateAuthorities: [],
      }
    },
    origin: () => origin,
    async stop() {
      const stopped = running
      running = null
      origin = null
      await (await stopped)?.stop()
    },
  }
}
