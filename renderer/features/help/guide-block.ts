/** A piece of a sentence in the guide: a link goes to another page of it, or to a document that the till does not have. */
export type GuideText =
  | string
  | { strong: string }
  | { em: string }
  | { link: string; text: string }

/** What a page of the guide is made of (`scripts/guide-pages.ts`). */
export type GuideBlock =
  | { is: 'heading'; text: string }
  | { is: 'text'; of: readonly GuideText[] }
  | { is: 'list' | 'steps'; of: readonly (readonly GuideText[])[] }
  | { is: 'picture'; address: string; shows: string }
