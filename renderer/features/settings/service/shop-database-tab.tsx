import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  ShopSetUp as SetUp,
  ShopDatabaseView,
  ShopFault,
  ShopTest,
} from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useSlow } from '../../../hooks/use-slow'
import { formatFull } from '../../../i18n/clock-time'
import { useTill } from '../../../stores/till-store'
import { secretText, typedText } from '../../../typing/typed-text'
import { Button } from '../../../ui/button'
import { CallDialog, Paragraphs, PassphraseDialog } from '../../../ui/call-dialog'
import { FailureNotice } from '../../../ui/failure-notice'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { SecretField } from '../../../ui/secret-field'
import { Group, InSight } from '../group'
import styles from '../settings.module.css'

/** The till's place in a shop of many tills: for the owner alone. */
export function ShopDatabaseTab() {
  const { t } = useTranslation()
  const shop = useTill(state => state.shopDatabase)
  return (
    <Group title={t('settings.tab.shopDatabase')} text={t('shopDatabase.text')}>
      {shop && <ShopState shop={shop} />}
      <ShopAddressForm />
      {shop ? <Leave /> : <ShopSetUp />}
    </Group>
  )
}

/** Which till this is there, and how much of it is stored. */
function ShopState({ shop }: { shop: ShopDatabaseView }) {
  const { t } = useTranslation()
  const { address, role, place, fault } = shop
  const isGood = place !== null && fault === null
  const title = place ? t('shopDatabase.works', place) : t('shopDatabase.asking')
  return (
    <Notice tone={isGood ? 'paid' : 'unknown'} icon={isGood ? 'check' : 'warn'} title={title}>
      {fault && <p>{t(`shopDatabase.fault.${fault}`)}</p>}
      <Stored shop={shop} />
      <p>{t('shopDatabase.connectedTo', { address })}</p>
      <p>{t('shopDatabase.role', { role })}</p>
    </Notice>
  )
}

/** With these the database's next answer changes nothing. */
const sendsNoMore: readonly ShopFault[] = ['replaced', 'forked']

function Stored({ shop: { waiting, shippedAt, fault } }: { shop: ShopDatabaseView }) {
  const { t, i18n } = useTranslation()
  if (waiting > 0)
    return (
      <>
        <p>{t('shopDatabase.storing', { count: waiting })}</p>
        {fault && !sendsNoMore.includes(fault) && <p>{t('shopDatabase.keeps')}</p>}
      </>
    )
  if (shippedAt === null) return null
  return <p>{t('shopDatabase.stored', { time: formatFull(shippedAt, i18n.language) })}</p>
}

function Leave() {
  const { t } = useTranslation()
  const [asking, ask] = useState(false)
  return (
    <div>
      <Button onClick={() => ask(true)}>{t('shopDatabase.leave')}</Button>
      {asking && (
        <CallDialog
          onClose={() => ask(false)}
          title={t('shopDatabase.leaveDialog')}
          text={<p>{t('shopDatabase.leaveText')}</p>}
          confirm={t('shopDatabase.leave')}
          call={() => till.shop.forget()}
        />
      )}
    </div>
  )
}

/** One press tries the address, and keeps it when it works. */
function ShopAddressForm() {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [tested, setTested] = useState<ShopTest | null>(null)
  const { run, busy, failure, forget } = useCall(
    () => till.shop.saveAndTest({ address }),
    answer => {
      setTested(answer)
      // It is sealed now: the page forgets it.
      if (answer.result === 'works') setAddress('')
    },
  )
  const slow = useSlow(busy)
  const needsPassphrase = failure?.code === 'passphrase-needed'

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const isMissing = address.trim() === ''
    setTested(isMissing ? { result: 'bad-address', fault: 'not-an-address' } : null)
    if (!isMissing) run()
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
        onChange={event => setAddress(secretText(event))}
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
        tone={works ? 'paid' : 'unknown'}
        icon={works ? 'check' : 'warn'}
        title={works ? t('shopDatabase.worksText') : faultText(tested, t)}
        alert
      >
        {!works && <p>{t('settings.connection.notSaved')}</p>}
      </Notice>
    </InSight>
  )
}

type Refused = Extract<ShopTest, { result: 'fault' | 'bad-address' }>

/** Why an address was not taken. */
export function faultText(refused: Refused, t: TFunction): string {
  return refused.result === 'fault'
    ? t(`shopDatabase.fault.${refused.fault}`)
    : t(`shopDatabase.badAddress.${refused.fault}`)
}

/** For an owner who has an administrator's address: makes the database and this till's place in it. */
function ShopSetUp() {
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
      <SecretField
        label={t('shopDatabase.setUp.address')}
        hint={t('shopDatabase.setUp.addressHint')}
        value={address}
        maxLength={1_000}
        onChange={event => setAddress(secretText(event))}
      />
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
        // An administrator's role must be able to do more than a till's.
        return told.fault === 'no-right' ? t('shopDatabase.setUp.noRight') : faultText(told, t)
    }
  }
}
