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
