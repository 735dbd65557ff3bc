import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ShopTest } from '../../../../shared/shop-database'
import { secretText } from '../../../typing/typed-text'
import { SecretField } from '../../../ui/secret-field'

interface AdministratorsAddressProps {
  address: string
  onChange: (address: string) => void
}

export function AdministratorsAddress({ address, onChange }: AdministratorsAddressProps) {
  const { t } = useTranslation()
  return (
    <SecretField
      label={t('shopDatabase.setUp.address')}
      hint={t('shopDatabase.setUp.addressHint')}
      value={address}
      maxLength={1_000}
      onChange={event => onChange(secretText(event))}
    />
  )
}

/** An administrator's role must be able to do more than a till's. */
export function administratorsFault(refused: Refused, t: TFunction): string {
  return refused.fault === 'no-right' ? t('shopDatabase.setUp.noRight') : faultText(refused, t)
}

type Refused = Extract<ShopTest, { result: 'fault' | 'bad-address' }>

/** Why an address was not taken. */
export function faultText(refused: Refused, t: TFunction): string {
  return refused.result === 'fault'
    ? t(`shopDatabase.fault.${refused.fault}`)
    : t(`shopDatabase.badAddress.${refused.fault}`)
}
