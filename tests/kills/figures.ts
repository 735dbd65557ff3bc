/** What must never be, each with the rule that it breaks. */
export const findingKinds = [
  'lost',
  'forgotten',
  'ghost sale',
  'sent before written',
  'executed twice',
  'body changed',
  'falsely paid',
  'paid and not known',
  'event without row',
  'row without events',
  'row not equal to its events',
  'damaged ledger',
  'start failed',
  'crashed by itself',
  'not taken up',
  'unclear block',
] as const

export type FindingKind = (typeof findingKinds)[number]

/** Something that must never be, and was seen. */
export interface Finding {
  kind: FindingKind
  detail: string
}

/** What a loop counted. */
export interface Figures {
  kills: Partial<Record<string, number>>
  starts: number
  /** How long each start took until the till sold, ms. */
  startMs: number[]
  /** Kills that left a transaction half-written on the disk. */
  hotJournals: number
  /** Kills that met a sale whose payment existed and whose answer had not been recorded. */
  executedUnanswered: number
  /** Sales still on their way at a kill, which the next start had to take up. */
  openAtKill: number
  /** Tills that stopped selling because their disk failed, and said so. */
  blocked: number
  presses: number
  sales: number
  payments: number
  creates: number
  paid: number
  findings: Finding[]
}

export function noFigures(): Figures {
  return {
    kills: {},
    starts: 0,
    startMs: [],
    hotJournals: 0,
    executedUnanswered: 0,
    openAtKill: 0,
    blocked: 0,
    presses: 0,
    sales: 0,
    payments: 0,
    creates: 0,
    paid: 0,
    findings: [],
  }
}

/** Counts one kill, under the moment at which it came. */
export function countKill({ kills }: Figures, at: string): void {
  kills[at] = (kills[at] ?? 0) + 1
}

/** Two loops' counts as one. */
export function addFigures(one: Figures, other: Figures): Figures {
  const moments = new Set([...Object.keys(one.kills), ...Object.keys(other.kills)])
  const sum = (name: NumberName) => one[name] + other[name]
  return {
    kills: Object.fromEntries(
      [...moments].map(at => [at, (one.kills[at] ?? 0) + (other.kills[at] ?? 0)]),
    ),
    startMs: [...one.startMs, ...other.startMs],
    findings: [...one.findings, ...other.findings],
    starts: sum('starts'),
    hotJournals: sum('hotJournals'),
    executedUnanswered: sum('executedUnanswered'),
    openAtKill: sum('openAtKill'),
    blocked: sum('blocked'),
    presses: sum('presses'),
    sales: sum('sales'),
    payments: sum('payments'),
    creates: sum('creates'),
    paid: sum('paid'),
  }
}

type NumberName = {
  [Name in keyof Figures]: Figures[Name] extends number ? Name : never
}[keyof Figures]

export const killCount = ({ kills }: Figures) =>
  Object.values(kills).reduce<number>((sum, count = 0) => sum + count, 0)

/** The figures as written in docs/evidence/kills.md. */
export function inWords(figures: Figures): string {
  const moments = Object.entries(figures.kills).map(([at, count]) => `${at} ${count}`)
  const found = (kind: FindingKind) => figures.findings.filter(each => each.kind === kind).length
  return [
    `kills ${killCount(figures)} (${moments.join(', ')})`,
    `starts ${figures.starts}, median ${median(figures.startMs)} ms until the till sold`,
    `kills that left a half-written transaction ${figures.hotJournals}`,
    `kills with a payment made and its answer not recorded ${figures.executedUnanswered}`,
    `open sales at a kill, taken up by the next start ${figures.openAtKill}`,
    `tills that stopped selling because of their disk, and said so ${figures.blocked}`,
    `drafts pressed ${figures.presses}, sales in the ledger ${figures.sales}, paid ${figures.paid}`,
    `create requests at the service ${figures.creates}, payments in its books ${figures.payments}`,
    ...findingKinds.map(kind => `${kind} ${found(kind)}`),
    ...figures.findings.map(({ kind, detail }) => `  ${kind}: ${detail}`),
  ].join('\n')
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}
