import type { TFunction } from 'i18next'
import type { LineWords } from '../../shared/payment/lines'

/** What a line of a sale without a name is called. */
export function lineWords(t: TFunction): LineWords {
  return { other: t('items.other'), discount: t('items.discount') }
}
