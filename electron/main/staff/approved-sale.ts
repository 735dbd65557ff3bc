import { z } from 'zod'

const aboutSale = z.object({ saleId: z.uuid() })

/**
 * The sale that an approved call is about, as a fact for the record; none where it is about no one sale.
 * The sale's own record names who pressed: only with this does anybody find who allowed it.
 */
export function saleNamed(argument: string): { saleId?: string } {
  const about = aboutSale.safeParse(fromJson(argument))
  return about.success ? { saleId: about.data.saleId } : {}
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // the schema of the call itself refuses it when it is made
  }
}
