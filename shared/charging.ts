import type { Amount } from './money'

/** As many preset amounts as fit next to the number pad. */
export const mostPresets = 6

/** The first digits of numbers, in international form, and the network that the owner knows them by. */
export interface NetworkHint {
  prefix: string
  name: string
}

/** How a cashier takes a payment: what the owner sets for the Charge screen (`chargingSettingsSchema`). */
export interface ChargingSettings {
  presets: number[]
  readBackFrom: Record<string, number>
  networks: NetworkHint[]
}

/** True for an amount that is read back before it is sent. */
export function needsReadBack(asked: Amount, { readBackFrom }: ChargingSettings): boolean {
  const from = readBackFrom[asked.currency]
  return from !== undefined && asked.value >= from
}

/** The network's name for a number, by the longest prefix the owner has entered, or null. A hint only. */
export function networkHint(msisdn: string, networks: readonly NetworkHint[]): string | null {
  const fitting = networks.filter(({ prefix }) => msisdn.startsWith(prefix))
  const [longest] = fitting.sort((one, other) => other.prefix.length - one.prefix.length)
  return longest?.name ?? null
}
