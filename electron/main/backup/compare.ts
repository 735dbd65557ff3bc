import type { NewerHere, SalesCount } from '../../../shared/backup'
import { ledgerKinds, type Manifest, type StoreFacts, type Stores } from './manifest'
import type { Secrets } from './vault-secrets'

/** What a till has now, as far as a restore replaces it. */
export interface Here {
  stores: Stores
  staff: Secrets['staff']
  settingsGeneration: number
}

/**
 * What this till has and the backup does not, so that a restore never takes it out of use unsaid. A till
 * that cannot be read may have all of it. Pure.
 */
export function newerHere(
  here: Here | null,
  backup: Pick<Manifest, 'stores' | 'secrets'>,
): readonly NewerHere[] {
  if (here === null) return ['sales', 'staff', 'pins', 'settings']
  const { staff, settingsGeneration } = backup.secrets
  const wrong = new Map(staff.tries.map(one => [one.id, one.wrong]))
  const found: Record<NewerHere, boolean> = {
    sales: ledgerKinds.some(kind => isAhead(here.stores[kind], backup.stores[kind])),
    staff: here.staff.generation > staff.generation,
    pins: here.staff.tries.some(one => one.wrong > (wrong.get(one.id) ?? one.wrong)),
    settings: here.settingsGeneration > settingsGeneration,
  }
  return (Object.keys(found) as NewerHere[]).filter(name => found[name])
}

/** An equal number of links with another end is another history. */
function isAhead(here: StoreFacts | null, backup: StoreFacts | null): boolean {
  if (here === null || here.sales === 0) return false
  if (backup === null || here.links > backup.links) return true
  return here.links === backup.links && here.value !== backup.value
}

/** How many payments there are of each connection that has any. Pure. */
export function salesIn(stores: Stores): SalesCount[] {
  return ledgerKinds.flatMap(kind => {
    const { sales = 0, open = 0 } = stores[kind] ?? {}
    return sales > 0 ? [{ kind, sales, open }] : []
  })
}

/** The larger count of wrong PINs of each person, so that no restore gives fresh tries. Pure. */
export function withLargerTries<Person extends Tried>(
  people: readonly Person[],
  here: Secrets['staff']['tries'],
): Person[] {
  const known = new Map(here.map(one => [one.id, one]))
  return people.map(person => {
    const other = known.get(person.id)
    if (!other || other.wrong < person.wrong) return person
    return { ...person, wrong: other.wrong, pausing: other.pausing || person.pausing }
  })
}

interface Tried {
  id: string
  wrong: number
  pausing: boolean
}
