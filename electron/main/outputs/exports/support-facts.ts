import { readFileSync } from 'node:fs'
import { arch, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSettings } from '../../../../shared/connection'
import type { Settings } from '../../../../shared/settings'
import type { SupportFile as Entry } from '../../../../shared/support-file'
import type { Clock } from '../../platform/clock'
import type { LedgerStatistics } from '../../store/ledger/ledger'

/** What it is collected from. */
export interface SupportSource {
  version: string
  /** Where the log files are. */
  logFolder: string
  clock: Pick<Clock, 'wall'>
  settings: () => Settings
  /** Which connection is open, and its ledger's statistics; null where none is. */
  ledger: () => { kind: string; statistics: LedgerStatistics } | null
  stage: () => string
}

/** So many lines of the log, the newest: about a week of selling. */
const mostLogLines = 5_000

/** What the support file holds, by file. */
export function supportFacts(of: SupportSource): Entry[] {
  return [
    { name: 'till.json', text: json(tillFacts(of)) },
    { name: 'settings.json', text: json(settingsFacts(of.settings())) },
    { name: 'ledger.json', text: json(ledgerFacts(of)) },
    { name: 'log.txt', text: readLog(of.logFolder) },
  ]
}

function tillFacts({ version, clock, stage }: SupportSource) {
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
function ledgerFacts({ ledger }: SupportSource) {
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
