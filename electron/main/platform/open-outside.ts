import { failure, type Result, success } from '../../../shared/ipc/result'

interface OpenOutsideDeps {
  openExternal: (address: string) => Promise<void>
  /** Where the practice service listens; null while it does not run. */
  practiceOrigin: () => string | null
}

/** Opens an address in another program of this computer; rejects for every other kind of address. */
export type OpenOutside = (address: string) => Promise<void>

/** The one way out of the till into other programs: WhatsApp, SMS, e-mail, and the practice checkout page. */
export function createOpenOutside({ openExternal, practiceOrigin }: OpenOutsideDeps): OpenOutside {
  return async address => {
    const { protocol, origin } = new URL(address)
    const practice = practiceOrigin()
    const allowed =
      protocol === 'mailto:' ||
      protocol === 'sms:' ||
      origin === 'https://wa.me' ||
      (practice !== null && origin === practice)
    if (!allowed) throw new Error('This kind of address is never opened')
    await openExternal(address)
  }
}

/** The failure names no address: the address contains the customer's number. */
export async function openMessage(
  openOutside: OpenOutside,
  address: string,
): Promise<Result<null>> {
  try {
    await openOutside(address)
    return success(null)
  } catch {
    return failure('receipt-not-opened', 'No program took the message')
  }
}
