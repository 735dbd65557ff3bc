import type { Sale } from './sale'

/** A sale's number as a person can say it aloud: the end of its id. */
export function saleNumber({ id }: Pick<Sale, 'id'>): string {
  return id.replaceAll('-', '').slice(-8).toUpperCase()
}
