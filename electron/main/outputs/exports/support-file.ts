import { readFileSync } from 'node:fs'
import { arch, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSettings } from '../../../../shared/connection'
import type { HandlersOf } from '../../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { Settings } from '../../../../shared/settings'
import type { SupportFile as Entry } from '../../../../shared/support-file'
import type { Clock } from '../../platform/clock'
import { diskFailure } from '../../platform/disk-fault'
import { dayOf, timeOf } from '../../platform/local-time'
import type { LedgerStatistics } from '../../store/ledger/ledger'
import { writeNewFile } from './new-file'

interface SupportFileParts {
  version: string
  /** Where the log files are. */
  logFolder: string
  /** Where a person finds what is exported. */
  exportFolder: string
  clock: Pick<Clock, 'wall'>
  settings: () => Settings
  /** Which connection is open, and its ledger's statistics; null where none is. */
  ledger: () => { kind: string; statistics: LedgerStatistics } | null
  stage: () => string
  showItemInFolder: (file: string) => void
}

/** So many lines of the log, the newest: about a week of selling. */
const mostLogLines = 5_000

/** The zip that a shop sends to the person who helps it: no customer, no key, no person's name. */
export class SupportFile implements HandlersOf<'support'> {
  private collected: Entry[] | null = null
  private saved: string | null = null

  constructor(private readonly parts: SupportFileParts) {}

  /** What the zip would hold now. Nothing is written. */
  collect(): Result<Entry[]> {
    const { parts } = this
    this.collected = [
      { name: 'till.json', text: json(tillFacts(parts)) },
      { name: 'settings.json', text: json(settingsFacts(parts.settings())) },
      { name: 'ledger.json', text: json(ledgerFacts(parts)) },
      { name: 'log.txt', text: readLog(parts.logFolder) },
    ]
    return success(this.collected)
  }

  /** Writes exactly what was collected last; gives the path. */
  async save(): Promise<Result<string>> {
    // Kept now: another collection may come while the library is loaded.
    const { collected } = this
    if (collected === null) return failure('not-exported', 'Nothing was collected')
    const { strToU8, zipSync } = await import('fflate/browser')
    const at = this.parts.clock.wall()
    const name = `kaunta-support-${dayOf(at)}T${timeOf(at).replaceAll(':', '-')}`
    const files = collected.map(one => [one.name, strToU8(one.text)])
    const zip = zipSync(Object.fromEntries(files))
    try {
      this.saved = await writeNewFile(this.parts.exportFolder, name, 'zip', zip)
      return success(this.saved)
    } catch (error) {
      return diskFailure('not-exported', error)
    }
  }

  /** Shows what was saved last in the computer's own folder window. */
  showInFolder(): Result<null> {
    if (this.saved === null) return failure('not-allowed', 'No support file was saved')
    this.parts.showItemInFolder(this.saved)
    return success(null)
  }
}

function tillFacts({ version, clock, stage }: SupportFileParts) {
  const { electron, chrome, node } = process.versions
  return {
    version,
    collectedAt: new Date(clock.wall()).toISOString(),
    stage: stage(),
    system: { platform: platform(), release: release(), arch: arch() },
    electron: electron ?? null,
    chromium: chrome ?? null,
    node,
    memoryMegabytes: Math.round(totalmem() / 1_048_576),
    runningMinutes: Math.round(process.uptime() / 60),
  }
}

/** A ledger that cannot be counted must not keep a person from the rest of the file. */
function ledgerFacts({ ledger }: SupportFileParts) {
  try {
    return { ledger: ledger() }
  } catch (error) {
    return { ledger: 'unreadable', error: error instanceof Error ? error.name : '' }
  }
}

/** The log as it is: it holds only what `log.ts` lets through. */
function readLog(folder: string): string {
  const lines = ['main.old.log', 'main.log'].flatMap(name => readLines(join(folder, name)))
  return lines.slice(-mostLogLines).join('\n')
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return code === 'ENOENT' ? [] : [`(this log file cannot be read: ${code})`]
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

type Facts = { [Name in keyof Settings]: (value: Settings[Name]) => unknown }

const whole = (value: unknown) => value

/** Whether a text is set, not what it says. */
const isSet = (value: string) => (value === '' ? 'not set' : 'set')

/**
 * What the support file says of each setting; a new setting does not compile until it is decided. Left
 * out: what names the shop, a person, a customer, an account or a certificate.
 */
const facts: Facts = {
  tillId: whole,
  active: whole,
  display: whole,
  shop: ({ name, till, currency, country, customer }) => ({
    name: isSet(name),
    till: isSet(till),
    currency,
    country,
    walkInCustomer: Object.values(customer).some(value => value !== '') ? 'set' : 'not set',
  }),
  freshness: whole,
  cardFreshness: whole,
  queue: whole,
  assumedLifetimeMs: whole,
  promptLifetimeMs: whole,
  keyTrustedMs: whole,
  charging: whole,
  tutorial: ({ open, made, listOpen }) => ({ open, made, listOpen }),
  alerts: whole,
  customerWindow: whole,
  receipts: settings => ({
    ...settings,
    printer: isSet(settings.printer),
    address: isSet(settings.address),
    logo: isSet(settings.logo),
    shopAddress: isSet(settings.shopAddress),
    shopPhone: isSet(settings.shopPhone),
    taxNumber: isSet(settings.taxNumber),
    footer: isSet(settings.footer),
  }),
  staff: whole,
  retention: whole,
  backup: ({ folder }) => ({ folder: isSet(folder ?? '') }),
  updates: ({ address }) => ({ address: originOf(address) }),
  practice: whole,
  practicePort: whole,
  sandbox: connectionFacts,
  production: connectionFacts,
}

/** The settings as the support file shows them: no secret, no name, no number of anyone. */
function settingsFacts(settings: Settings): Record<string, unknown> {
  const names = Object.keys(facts) as Array<keyof Settings>
  return Object.fromEntries(names.map(name => [name, factOf(settings, name)]))
}

function factOf<Name extends keyof Settings>(settings: Settings, name: Name): unknown {
  return facts[name](settings[name])
}

function connectionFacts({
  address,
  pathPrefix,
  webhookAddress,
  words,
  authorities,
}: ConnectionSettings) {
  return {
    address: originOf(address),
    pathPrefix,
    webhookAddress: originOf(webhookAddress),
    words,
    authorities: authorities.length,
  }
}

/** An address without what may follow its host: a person may have typed a key there. */
function originOf(address: string): string {
  if (address === '') return 'not set'
  return URL.canParse(address) ? new URL(address).origin : 'not an address'
}
