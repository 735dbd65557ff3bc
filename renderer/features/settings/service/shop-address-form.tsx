import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { longestRoundTrip, type ShopTest } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useSlow } from '../../../hooks/use-slow'
import { Button } from '../../../ui/button'
import { PassphraseDialog } from '../../../ui/call-dialog'
import { FailureNotice } from '../../../ui/failure-notice'
import { Notice } from '../../../ui/notice'
import { SecretField } from '../../../ui/secret-field'
import { InSight } from '../group'
import styles from '../settings.module.css'
import { faultText, useShopAddress } from './shop-address'

/** One press tries the address, and keeps it when it works. */
export function ShopAddressForm() {
  const { t } = useTranslation()
  const { field, setAddress, ask, answer, setAnswer } = useShopAddress<ShopTest>()
  const { run, busy, failure, forget } = useCall(
    () => ask(address => till.shop.saveAndTest({ address })),
    tested => {
      setAnswer(tested)
      // It is sealed now: the page forgets it.
      if (tested.result === 'works') setAddress('')
    },
  )
  const slow = useSlow(busy)
  const needsPassphrase = failure?.code === 'passphrase-needed'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  const sealable = () => {
    forget()
    run()
  }
  return (
    <form className={styles.within} onSubmit={submit} noValidate>
      <SecretField
        label={t('shopDatabase.address')}
        hint={t('shopDatabase.addressHint')}
        {...field}
      />
      <div className={styles.line}>
        <Button type="submit" variant="primary" busy={busy}>
          {t('settings.connection.save')}
        </Button>
        {slow && <output>{t('shopDatabase.testing')}</output>}
      </div>
      {answer && <Tested tested={answer} />}
      {failure && !needsPassphrase && (
        <InSight>
          <FailureNotice failure={failure} />
        </InSight>
      )}
      {needsPassphrase && <PassphraseDialog onClose={forget} onCreated={sealable} />}
    </form>
  )
}

function Tested({ tested }: { tested: ShopTest }) {
  const { t } = useTranslation()
  const works = tested.result === 'works'
  return (
    <InSight>
      <Notice
        tone={works ? 'brand' : 'unknown'}
        icon={works ? 'check' : 'warn'}
        title={works ? t('shopDatabase.worksText') : faultText(tested, t)}
        alert
      >
        {tested.result === 'works' ? (
          <RoundTrip ms={tested.roundTripMs} />
        ) : (
          <p>{t('settings.connection.notSaved')}</p>
        )}
      </Notice>
    </InSight>
  )
}

function RoundTrip({ ms }: { ms: number }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('shopDatabase.roundTrip', { ms })}</p>
      {ms > longestRoundTrip && <p>{t('shopDatabase.tooFar')}</p>}
    </>
  )
}
