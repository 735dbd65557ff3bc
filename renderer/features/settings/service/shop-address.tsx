import type { TFunction } from 'i18next'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopTest } from '../../../../shared/shop-database'
import { secretText } from '../../../typing/typed-text'
import { Notice } from '../../../ui/notice'
import { SecretField } from '../../../ui/secret-field'
import { InSight } from '../group'

type BadAddress = Extract<ShopTest, { result: 'bad-address' }>

/** An address of a shop database, which holds a password, as it is typed, and what came of the last call with it. */
export function useShopAddress<Answer>() {
  const [address, setAddress] = useState('')
  const [answer, setAnswer] = useState<Answer | BadAddress | null>(null)
  return {
    field: {
      value: address,
      maxLength: 1_000,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setAddress(secretText(event)),
    },
    setAddress,
    answer,
    setAnswer,
    /** Calls with the address; null where none is typed, which is the answer then. */
    ask<Called>(call: (address: string) => Called): Called | null {
      const isMissing = address.trim() === ''
      setAnswer(isMissing ? { result: 'bad-address', fault: 'not-an-address' } : null)
      return isMissing ? null : call(address)
    },
  }
}

export function AdministratorsAddress(field: ReturnType<typeof useShopAddress>['field']) {
  const { t } = useTranslation()
  return (
    <SecretField
      label={t('shopDatabase.setUp.address')}
      hint={t('shopDatabase.setUp.addressHint')}
      {...field}
    />
  )
}

/** Why a call with an address did nothing. */
export function Refusal({ text }: { text: string }) {
  return (
    <InSight>
      <Notice tone="unknown" icon="warn" title={text} alert />
    </InSight>
  )
}

type Refused = Extract<ShopTest, { result: 'fault' | 'bad-address' }>

/** An administrator's role must be able to do more than a till's. */
export function administratorsFault(refused: Refused, t: TFunction): string {
  return refused.fault === 'no-right' ? t('shopDatabase.setUp.noRight') : faultText(refused, t)
}

/** Why an address was not taken. */
export function faultText(refused: Refused, t: TFunction): string {
  return refused.result === 'fault'
    ? t(`shopDatabase.fault.${refused.fault}`)
    : t(`shopDatabase.badAddress.${refused.fault}`)
}
