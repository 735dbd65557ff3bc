import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopSetUp as SetUp } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { useTill } from '../../../stores/till-store'
import { typedText } from '../../../typing/typed-text'
import { Button } from '../../../ui/button'
import { CallDialog, Paragraphs } from '../../../ui/call-dialog'
import { Field } from '../../../ui/field'
import { AdministratorsAddress, administratorsFault, Refusal, useShopAddress } from './shop-address'

type Refused = Exclude<SetUp, { result: 'works' }>

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
  const { field, ask, answer, setAnswer } = useShopAddress<Refused>()
  const [place, setPlace] = useState({ shop: name, till: tillName })
  const [pressed, press] = useState(false)
  const setUp = () => {
    press(true)
    const isNamed = place.shop.trim() !== '' && place.till.trim() !== ''
    return ask(address => (isNamed ? till.shop.setUp({ address, ...place }) : null))
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
      onDone={done => (done.result === 'works' ? onClose() : setAnswer(done))}
    >
      <AdministratorsAddress {...field} />
      {named('shop')}
      {named('till')}
      {answer && <Refusal text={textOf(answer, place.till, t)} />}
    </CallDialog>
  )
}

function textOf(answer: Refused, name: string, t: TFunction): string {
  switch (answer.result) {
    case 'till-exists':
      return t('shopDatabase.setUp.tillExists', { till: name })
    case 'server-too-old':
      return t('shopDatabase.setUp.serverTooOld')
    default:
      return administratorsFault(answer, t)
  }
}
