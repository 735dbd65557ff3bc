import { cardCurrency, groupDigits } from '../../../../shared/money'
import { phonePrefixes } from '../../../../shared/phone'
import {
  type ChargingSettings,
  mostPresets,
  type NetworkHint,
  networkHintSchema,
} from '../../../../shared/settings/charging'
import { readAmount } from '../../../typing/amount-typing'

/** The form as typed: an empty line is none. */
export interface ChargingFields {
  presets: readonly string[]
  /** By currency. */
  readBackFrom: Readonly<Record<string, string>>
  networks: readonly NetworkHint[]
}

/** Settings as they stand in the form; the currencies are those that the till takes. */
export function chargingFields(settings: ChargingSettings, currency: string): ChargingFields {
  const { presets, readBackFrom, networks } = settings
  const lines = Array.from({ length: mostPresets }, (_, index) => amountText(presets[index]))
  const currencies = [...new Set([currency, cardCurrency, ...Object.keys(readBackFrom)])]
  return {
    presets: lines,
    readBackFrom: Object.fromEntries(
      currencies.map(code => [code, amountText(readBackFrom[code])]),
    ),
    networks,
  }
}

/** The settings that the form holds, or the fields that hold no whole amount (`presets.0`, `readBackFrom.TZS`). */
export function readCharging(
  fields: ChargingFields,
): { settings: ChargingSettings } | { wrong: readonly string[] } {
  const presets = readAmounts(fields.presets.map((text, index) => [`presets.${index}`, text]))
  const from = Object.entries(fields.readBackFrom)
  const readBack = readAmounts(from.map(([code, text]) => [`readBackFrom.${code}`, text]))
  const wrong = [...presets.wrong, ...readBack.wrong]
  if (wrong.length > 0) return { wrong }
  return {
    settings: {
      presets: presets.amounts.map(([, value]) => value),
      readBackFrom: Object.fromEntries(
        readBack.amounts.map(([name, value]) => [name.slice('readBackFrom.'.length), value]),
      ),
      networks: [...fields.networks],
    },
  }
}

/** A network with its prefix in international form, or null for what is neither or is there already. */
export function readNetwork(
  typed: { prefix: string; name: string },
  known: readonly NetworkHint[],
  country: string,
): NetworkHint | null {
  // The form with a zero or a plus says which digits are the country's.
  const [prefix] = /^\s*[0+]/.test(typed.prefix) ? phonePrefixes(typed.prefix, country) : []
  const read = networkHintSchema.safeParse({ prefix, name: typed.name })
  return read.success && !known.some(other => other.prefix === prefix) ? read.data : null
}

function readAmounts(lines: readonly (readonly [name: string, text: string])[]): {
  amounts: [string, number][]
  wrong: string[]
} {
  const amounts: [string, number][] = []
  const wrong: string[] = []
  for (const [name, text] of lines) {
    if (text.trim() === '') continue
    const read = readAmount(text)
    if ('value' in read) amounts.push([name, read.value])
    else wrong.push(name)
  }
  return { amounts, wrong }
}

function amountText(value: number | undefined): string {
  return value === undefined ? '' : groupDigits(value)
}
