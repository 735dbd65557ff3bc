import {
  type CustomerDetails,
  type DetailName,
  detailGroups,
  type WalkIn,
} from '../../../shared/customer-book'
import type { ChargeFields } from '../../stores/charge-form'

interface Filling {
  fields: ChargeFields
  /** Fields that the cashier typed into. */
  typed: readonly string[]
  /** What the book knows of the number in the form, or null. */
  known: CustomerDetails | null
  walkIn: WalkIn
}

/**
 * The form's fields once the book was asked about the number in it. What the cashier typed stays as it
 * is; everything else is the customer's own or the shop's default, so a changed number takes back what
 * was filled in. Where what was typed is not what the book knows, the rest of that name or address is
 * not filled in either: it may be somebody else's.
 */
export function fillIn({ fields, typed, known, walkIn }: Filling): ChargeFields {
  const filled = { ...fields }
  const isTyped = (name: DetailName) => typed.includes(name) && fields[name].trim() !== ''
  const agrees = (name: DetailName) => !isTyped(name) || isSame(fields[name], known?.[name])
  for (const group of detailGroups) {
    const own = group.every(agrees) ? known : null
    for (const name of group) if (!isTyped(name)) filled[name] = own?.[name] ?? walkIn[name]
  }
  return filled
}

/** Whether the form names somebody else than the book knows by this number. */
export function isSomebodyElse(fields: ChargeFields, known: CustomerDetails | null): boolean {
  return (['firstName', 'lastName'] as const).some(
    name => fields[name].trim() !== '' && known?.[name] && !isSame(fields[name], known[name]),
  )
}

function isSame(text: string, other: string | null | undefined): boolean {
  return text.trim().toLowerCase() === other?.trim().toLowerCase()
}
