/** When a customer approves, whole ms after the service took the payment. */
export type Customers = (fraction: () => number) => number

const earliest = 5_000
const latest = 90_000

/** Any moment between 5 and 90 s is as likely as another. */
export const evenCustomers: Customers = fraction =>
  Math.round(earliest + (latest - earliest) * fraction())

/** Most approve early, some late: log-normal round 22 s, of which what lies in 5 to 90 s is taken. */
export const hurriedCustomers: Customers = fraction => {
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction())
    const approval = Math.round(22_000 * Math.exp(0.7 * normal))
    if (approval >= earliest && approval <= latest) return approval
  }
}

/** What becomes of one read: how long it takes, ms, and whether its answer comes. */
export interface ReadFate {
  takes: number
  lost: boolean
}

const shareLost = 0.03

/** A shop's network: 0.2 to 1.5 s a read; one in 33 is lost, which shows after 0.2 to 5 s. */
export function readFate(fraction: () => number): ReadFate {
  const lost = fraction() < shareLost
  return { lost, takes: Math.round(200 + fraction() * (lost ? 4_800 : 1_300)) }
}
