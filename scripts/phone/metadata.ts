import { createRequire } from 'node:module'
import type { CountryCode, MetadataJson } from 'libphonenumber-js/core'
import { countries } from '../../shared/countries'
import { inProject } from '../project'

/** What is checked in, and bundled. */
export const metadataFile = inProject('resources', 'phone-metadata.json')

/** All numbering plans of the installed libphonenumber-js. */
export function installedMetadata(): MetadataJson {
  return createRequire(import.meta.url)('libphonenumber-js/min/metadata')
}

/** As METADATA.md of the library numbers the parts of a country. */
const parts = { formats: 4, toReadANumber: 9, withoutTypes: 11 }
type Plan = readonly unknown[]

/**
 * Of the countries that a shop can be in, everything but the kinds of numbers; of every other calling code what
 * tells whose number it is, and whether it is whole.
 */
export function selectMetadata(all: MetadataJson): string {
  const codes = Object.entries(all.country_calling_codes).map(
    ([code, [main]]) => [code, main as CountryCode] as const,
  )
  const planOf = (country: CountryCode) => {
    const plan: Plan = all.countries[country] ?? []
    return countries.includes(country) ? trimmed(plan.slice(0, parts.withoutTypes)) : short(plan)
  }
  return `${JSON.stringify({
    version: all.version,
    country_calling_codes: Object.fromEntries(codes.map(([code, main]) => [code, [main]])),
    countries: Object.fromEntries(codes.map(([, main]) => [main, planOf(main)])),
    nonGeographic: Object.fromEntries(
      Object.entries(all.nonGeographic).map(([code, plan]) => [code, short(plan)]),
    ),
  })}\n`
}

function short(plan: Plan): Plan {
  const reading = plan.slice(0, parts.toReadANumber)
  return trimmed(reading.map((part, index) => (index === parts.formats ? 0 : part)))
}

/** Without the empty parts at its end. */
function trimmed(plan: Plan): Plan {
  const last = plan.findLastIndex(part => part !== 0)
  return plan.slice(0, last + 1)
}
