/** What must never be, each with the rule that it breaks. */
export const findingKinds = [
  'lost',
  'forgotten',
  'ghost payment',
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

/** What a loop counts. */
const counts = [
  'starts',
  /** Kills that left a transaction half-written on the disk. */
  'hotJournals',
  /** Kills that met a payment whose payment existed and whose answer had not been recorded. */
  'executedUnanswered',
  /** Payments still on their way at a kill, which the next start had to continue. */
  'openAtKill',
  /** Tills that stopped selling because their disk failed, and said so. */
  'blocked',
  'presses',
  'sales',
  'payments',
  'creates',
  'paid',
] as const

export type Figures = Record<(typeof counts)[number], number> & {
  /** By the moment at which they came. */
  kills: Partial<Record<string, number>>
  /** How long each start took until the till sold, ms. */
  startMs: number[]
  findings: Finding[]
}

export function noFigures(): Figures {
  const zeros = Object.fromEntries(counts.map(name => [name, 0]))
  return { ...(zeros as Record<(typeof counts)[number], 0>), kills: {}, startMs: [], findings: [] }
}

/** Counts one kill, or several, under the moment at which it came. */
export function countKill({ kills }: Figures, at: string, count = 1): void {
  kills[at] = (kills[at] ?? 0) + count
}

/** Two loops' counts as one. */
export function addFigures(one: Figures, other: Figures): Figures {
  const total = noFigures()
  for (const figures of [one, other]) {
    for (const name of counts) total[name] += figures[name]
    for (const [at, count] of Object.entries(figures.kills)) countKill(total, at, count)
    total.startMs.push(...figures.startMs)
    total.findings.push(...figures.findings)
  }
  return total
}

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
    `open payments at a kill, taken up by the next start ${figures.openAtKill}`,
    `tills that stopped selling because of their disk, and said so ${figures.blocked}`,
    `drafts pressed ${figures.presses}, payments in the ledger ${figures.payments}, paid ${figures.paid}`,
    `create requests at the service ${figures.creates}, payments in its books ${figures.payments}`,
    ...findingKinds.map(kind => `${kind} ${found(kind)}`),
    ...figures.findings.map(({ kind, detail }) => `  ${kind}: ${detail}`),
  ].join('\n')
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}
