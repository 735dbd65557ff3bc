import type { ConnectionSettings } from '../../../../../shared/connection'
import type { Settings } from '../../../../../shared/settings'

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
export function settingsFacts(settings: Settings): Record<string, unknown> {
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
