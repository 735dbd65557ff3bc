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
