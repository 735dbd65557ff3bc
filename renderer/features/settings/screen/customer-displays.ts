import type { TFunction } from 'i18next'
import type { DisplayView } from '../../../../shared/ipc/till-state'
import type { ChosenDisplay } from '../../../../shared/settings/customer-window'

/** A display with what it is called on the screen. */
export interface NamedDisplay extends DisplayView {
  title: string
}

/** Its own name, or its place among the displays; and its size, by which people know it. */
export function displayName(
  { name, width, height }: DisplayView,
  index: number,
  t: TFunction,
): string {
  const size = { width, height }
  return name === ''
    ? t('settings.customer.displayUnnamed', { number: index + 1, ...size })
    : t('settings.customer.display', { name, ...size })
}

/** The choice as one word. */
export function choiceOf(chosen: ChosenDisplay): string {
  return typeof chosen === 'string' ? chosen : String(chosen.id)
}
