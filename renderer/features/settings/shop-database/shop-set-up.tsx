import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopSetUp as SetUp } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { FailureNotice } from '../../../ui/failure-notice'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { PassphraseDialog } from '../../../ui/passphrase'
import { SecretField } from '../../../ui/secret-field'
import { InSight } from '../group'

/** For an owner who has an administrator's address: makes the database and this till's place in it. */
export function ShopSetUp() {
  const { t } = useTranslation()
  const [asking, ask] = useState(false)
  return (
    <div>
      <Button onClick={() => ask(true)}>{t('shopDatabase.setUp.open')}</Button>
      {asking && <SetUpDialog onClose={() => ask(false)} />}
    </div>
  )
}

function SetUpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { name, till: tillName } = useTill(state => state.settings.shop)
  const [address, setAddress] = useState('')
  const [place, setPlace] = useState({ shop: name, till: tillName })
  const [told, setTold] = useState<SetUp | null>(null)
  const [pressed, press] = useState(false)
  const { run, busy, failure, forget } = useCall(() => till.shop.setUp({ address, ...place }))
  const needsPassphrase = failure?.code === 'passphrase-needed'

  const setUp = async () => {
    press(true)
    setTold(null)
    if (address.trim() === '') return setTold({ result: 'bad-address', fault: 'not-an-address' })
    if (place.shop.trim() === '' || place.till.trim() === '') return
    const answer = await run()
    if (!answer?.ok) return
    if (answer.value.result === 'works') onClose()
    else setTold(answer.value)
  }
  const sealable = () => {
    forget()
    setUp()
  }
  const named = (what: 'shop' | 'till') => (
    <Field
      label={t(what === 'shop' ? 'settings.shop.name' : 'settings.shop.till')}
      value={place[what]}
      maxLength={100}
      error={pressed && place[what].trim() === '' ? t('app.empty') : null}
      onChange={event => setPlace({ ...place, [what]: event.target.value })}
    />
  )
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={t('shopDatabase.setUp.open')}
        text={
          <>
            <p>{t('shopDatabase.setUp.text')}</p>
            <p>{t('shopDatabase.setUp.again')}</p>
          </>
        }
        confirm={t('shopDatabase.setUp.confirm')}
        busy={busy}
        onConfirm={setUp}
      >
        <SecretField
          label={t('shopDatabase.setUp.address')}
          hint={t('shopDatabase.setUp.addressHint')}
          value={address}
          maxLength={1_000}
          onChange={event => setAddress(event.target.value)}
        />
        {named('shop')}
        {named('till')}
        {told && (
          <InSight>
            <Told told={told} till={place.till} />
          </InSight>
        )}
        {failure && !needsPassphrase && <FailureNotice failure={failure} />}
      </Dialog>
      <PassphraseDialog open={needsPassphrase} onClose={forget} onCreated={sealable} />
    </>
  )
}

function Told({ told, till: name }: { told: SetUp; till: string }) {
  const { t } = useTranslation()
  return <Notice tone="unknown" icon="warn" title={text()} alert />

  function text() {
    switch (told.result) {
      case 'works':
        return t('shopDatabase.worksText')
      case 'bad-address':
        return t(`shopDatabase.badAddress.${told.fault}`)
      case 'till-exists':
        return t('shopDatabase.setUp.tillExists', { till: name })
      case 'server-too-old':
        return t('shopDatabase.setUp.serverTooOld')
      case 'fault':
        // An administrator's role must be able to do more than a till's.
        return told.fault === 'no-right'
          ? t('shopDatabase.setUp.noRight')
          : t(`shopDatabase.fault.${told.fault}`)
    }
  }
}
