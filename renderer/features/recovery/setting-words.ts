import type { ParseKeys } from 'i18next'
import type { ServiceKind } from '../../../shared/connection'
import type { GuardedName } from '../../../shared/settings/guarded'

/** The words of the Settings screen for each guarded setting, the group before the setting. */
const settingWords: Record<GuardedName, readonly ParseKeys[]> = {
  active: ['settings.connection.inUse'],
  'shop.name': ['settings.shop.name'],
  'shop.till': ['settings.shop.till'],
  'shop.currency': ['settings.shop.currency'],
  'shop.country': ['settings.shop.country'],
  'shop.customer': ['settings.shop.customer'],
  'freshness.aloneMs': ['settings.timeouts.mobile', 'settings.timeouts.alone'],
  'freshness.renewMs': ['settings.timeouts.mobile', 'settings.timeouts.renew'],
  'cardFreshness.aloneMs': ['settings.timeouts.card', 'settings.timeouts.cardAlone'],
  'cardFreshness.renewMs': ['settings.timeouts.card', 'settings.timeouts.cardRenew'],
  'queue.sales': ['settings.timeouts.queue', 'settings.timeouts.sales'],
  'queue.amount': ['settings.timeouts.queue', 'settings.timeouts.amount'],
  assumedLifetimeMs: ['settings.timeouts.lifetime'],
  promptLifetimeMs: ['settings.timeouts.prompt'],
  keyTrustedMs: ['settings.timeouts.keyTrusted'],
  'charging.presets': ['charging.presets'],
  'charging.readBackFrom': ['charging.readBack'],
  'charging.networks': ['charging.networks'],
  'staff.idleMinutes': ['staff.tab.idleMinutes'],
  'staff.pinDigits': ['staff.tab.pins'],
  'retention.months': ['retention.for'],
  'backup.folder': ['backup.card.title', 'backup.dialog.folder'],
  'updates.address': ['updates.title', 'updates.address'],
  'updates.publicKey': ['updates.title', 'updates.publicKey'],
  'practice.words': ['settings.kind.practice', 'settings.words.title'],
  ...connectionWords('sandbox'),
  ...connectionWords('production'),
}

/** The keys of a guarded setting's words; null for a name that this version does not know. */
export function wordsOfSetting(name: string): readonly ParseKeys[] | null {
  return Object.hasOwn(settingWords, name) ? settingWords[name as GuardedName] : null
}

type PartOf<Kind extends ServiceKind> = Extract<GuardedName, `${Kind}.${string}`>

function connectionWords<Kind extends ServiceKind>(
  kind: Kind,
): Record<PartOf<Kind>, readonly ParseKeys[]>
function connectionWords(kind: ServiceKind): Record<string, readonly ParseKeys[]> {
  const group = `settings.kind.${kind}` as const
  const parts: Record<Part, ParseKeys> = {
    address: 'settings.connection.address',
    pathPrefix: 'settings.connection.pathPrefix',
    webhookAddress: 'settings.connection.webhook',
    words: 'settings.words.title',
    account: 'blocked.changes.account',
    accountKeys: 'blocked.changes.accountKeys',
    authorities: 'authority.title',
  }
  return Object.fromEntries(
    Object.entries(parts).map(([part, words]) => [`${kind}.${part}`, [group, words]]),
  )
}

type NameIn<Name> = Name extends `production.${infer Part}` ? Part : never

type Part = NameIn<GuardedName>
