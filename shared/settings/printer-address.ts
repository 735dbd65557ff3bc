/** The port on which network receipt printers take what they print. */
const printerPort = 9100

export interface PrinterAddress {
  host: string
  port: number
}

/** `192.168.1.50`, `till-printer.local:9101` or `[fe80::1]:9100`; null for anything else. Pure. */
export function readPrinterAddress(typed: string): PrinterAddress | null {
  const found = /^(?:\[([\da-f:.]+)\]|([\da-z](?:[\da-z.-]*[\da-z])?))(?::(\d{1,5}))?$/i.exec(typed)
  const host = found?.[1] ?? found?.[2]
  if (host === undefined) return null
  const port = Number(found?.[3] ?? printerPort)
  return port >= 1 && port <= 65_535 ? { host, port } : null
}
