import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopSetUp as SetUp } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { useTill } from '../../../stores/till-store'
import { typedText } from '../../../typing/typed-text'
import { Button } from '../../../ui/button'
import { CallDialog, Paragraphs } from '../../../ui/call-dialog'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { InSight } from '../group'
import { AdministratorsAddress, administratorsFault } from './administrators-address'

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
  const setUp = () => {
    press(true)
    const isMissing = address.trim() === ''
    setTold(isMissing ? { result: 'bad-address', fault: 'not-an-address' } : null)
    if (isMissing || place.shop.trim() === '' || place.till.trim() === '') return null
    return till.shop.setUp({ address, ...place })
  }
  const named = (what: 'shop' | 'till') => (
    <Field
      label={t(what === 'shop' ? 'settings.shop.name' : 'settings.shop.till')}
      value={place[what]}
      maxLength={100}
      error={pressed && place[what].trim() === '' ? t('app.empty') : null}
      onChange={event => setPlace({ ...place, [what]: typedText(event) })}
    />
  )
  return (
    <CallDialog
      onClose={onClose}
      title={t('shopDatabase.setUp.open')}
      text={<Paragraphs of={[t('shopDatabase.setUp.text'), t('shopDatabase.setUp.again')]} />}
      confirm={t('shopDatabase.setUp.confirm')}
      call={setUp}
      onDone={answer => (answer.result === 'works' ? onClose() : setTold(answer))}
    >
      <AdministratorsAddress address={address} onChange={setAddress} />
      {named('shop')}
      {named('till')}
      {told && (
        <InSight>
          <Told told={told} till={place.till} />
        </InSight>
      )}
    </CallDialog>
  )
}

function Told({ told, till: name }: { told: SetUp; till: string }) {
  const { t } = useTranslation()
  return <Notice tone="unknown" icon="warn" title={text()} alert />

  function text() {
    switch (told.result) {
      case 'works':
        return t('shopDatabase.worksText')
      case 'till-exists':
        return t('shopDatabase.setUp.tillExists', { till: name })
      case 'server-too-old':
        return t('shopDatabase.setUp.serverTooOld')
      default:
        return administratorsFault(told, t)
    }
  }
}
