import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopTest } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useSlow } from '../../../hooks/use-slow'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import { Notice } from '../../../ui/notice'
import { PassphraseDialog } from '../../../ui/passphrase'
import { SecretField } from '../../../ui/secret-field'
import { InSight } from '../group'
import styles from '../settings.module.css'

/** One press tries the address, and keeps it when it works. */
export function ShopAddressForm() {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [tested, setTested] = useState<ShopTest | null>(null)
  const { run, busy, failure, forget } = useCall(() => till.shop.saveAndTest({ address }))
  const slow = useSlow(busy)
  const needsPassphrase = failure?.code === 'passphrase-needed'

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    setTested(null)
    if (address.trim() === '') return setTested({ result: 'bad-address', fault: 'not-an-address' })
    const answer = await run()
    if (!answer?.ok) return
    setTested(answer.value)
    // It is sealed now: the page forgets it.
    if (answer.value.result === 'works') setAddress('')
  }
  const sealable = () => {
    forget()
    submit()
  }
  return (
    <form className={styles.within} onSubmit={submit} noValidate>
      <SecretField
        label={t('shopDatabase.address')}
        hint={t('shopDatabase.addressHint')}
        value={address}
        maxLength={1_000}
        onChange={event => setAddress(event.target.value)}
      />
      <div className={styles.line}>
        <Button type="submit" variant="primary" busy={busy}>
          {t('settings.connection.save')}
        </Button>
        {slow && <output>{t('shopDatabase.testing')}</output>}
      </div>
      {tested && <Tested tested={tested} />}
      {failure && !needsPassphrase && (
        <InSight>
          <FailureNotice failure={failure} />
        </InSight>
      )}
      <PassphraseDialog open={needsPassphrase} onClose={forget} onCreated={sealable} />
    </form>
  )
}

function Tested({ tested }: { tested: ShopTest }) {
  const { t } = useTranslation()
  if (tested.result === 'works')
    return (
      <InSight>
        <Notice tone="paid" icon="check" title={t('shopDatabase.worksText')} alert />
      </InSight>
    )
  const title =
    tested.result === 'fault'
      ? t(`shopDatabase.fault.${tested.fault}`)
      : t(`shopDatabase.badAddress.${tested.fault}`)
  return (
    <InSight>
      <Notice tone="unknown" icon="warn" title={title} alert>
        <p>{t('settings.connection.notSaved')}</p>
      </Notice>
    </InSight>
  )
}
