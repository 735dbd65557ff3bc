import type { TFunction } from 'i18next'
import type { KnownCustomer } from '../../shared/customer-book'

/** `Asha Mushi`, or in words that no name is known or none can be read. */
export function knownName({ details }: KnownCustomer, t: TFunction): string {
  if (details === null) return t('customers.unreadable')
  const name = [details.firstName, details.lastName].filter(part => part !== null).join(' ')
  return name === '' ? t('customers.noName') : name
}
