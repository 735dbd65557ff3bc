import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  longestRoundTrip,
  type ShopSetUp as SetUp,
  type ShopDatabaseView,
  type ShopFault,
  type ShopTest,
  type TakenBack,
} from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useSlow } from '../../../hooks/use-slow'
import { formatFull } from '../../../i18n/clock-time'
import { readRecent } from '../../../stores/follow-main'
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
import { AdministratorsAddress, administratorsFault, faultText } from './administrators-address'
import { OwnersViewDialog } from './owners-view-dialog'
import { ShopTills } from './shop-tills'

/** The till's place in a shop of many tills: for the owner alone. */
export function ShopDatabaseTab() {
  const { t } = useTranslation()
  const shop = useTill(state => state.shopDatabase)
  const isPractice = useTill(state => state.active === 'practice')
  return (
    <Group title={t('settings.tab.shopDatabase')} text={t('shopDatabase.text')}>
      {shop && <ShopState shop={shop} />}
      {shop && <LaterPayments shop={shop} />}
      <ShopAddressForm />
      <ShopTills />
      {shop ? <Leave /> : <ShopSetUp />}
      {isPractice && !shop && <OpenOwnersView />}
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
    <Notice tone={isGood ? 'brand' : 'unknown'} icon={isGood ? 'check' : 'warn'} title={title}>
      {fault && <p>{t(`shopDatabase.fault.${fault}`)}</p>}
      <Stored shop={shop} />
      <p>{t('shopDatabase.connectedTo', { address })}</p>
      <p>{t('shopDatabase.role', { role })}</p>
    </Notice>
  )
}

/** With these the database's next answer changes nothing. */
const sendsNoMore: readonly ShopFault[] = ['replaced', 'forked', 'behind']

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

/** What a till that was restored from an older backup had shipped before. */
function LaterPayments({ shop: { fault, later } }: { shop: ShopDatabaseView }) {
  const { t } = useTranslation()
  const [asking, ask] = useState(false)
  const [taken, setTaken] = useState<Extract<TakenBack, { result: 'taken' }> | null>(null)
  return (
    <>
      {taken && <Taken taken={taken} />}
      {fault === 'behind' && (
        <div>
          <Button onClick={() => ask(true)}>
            {t('shopDatabase.takeBack.open', { count: later })}
          </Button>
        </div>
      )}
      {asking && (
        <TakeBackDialog
          onClose={() => ask(false)}
          onTaken={found => {
            setTaken(found)
            ask(false)
            void readRecent()
          }}
        />
      )}
    </>
  )
}

function Taken({ taken }: { taken: Extract<TakenBack, { result: 'taken' }> }) {
  const { t } = useTranslation()
  const { payments, open, leftOut } = taken
  const title = t('shopDatabase.takeBack.taken', { count: payments, open })
  return (
    <Notice tone="brand" icon="check" title={title} alert>
      {leftOut > 0 && <p>{t('shopDatabase.takeBack.leftOut', { count: leftOut })}</p>}
    </Notice>
  )
}

interface TakeBackProps {
  onClose: () => void
  onTaken: (taken: Extract<TakenBack, { result: 'taken' }>) => void
}

function TakeBackDialog({ onClose, onTaken }: TakeBackProps) {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [refused, setRefused] = useState<Exclude<TakenBack, { result: 'taken' }> | null>(null)
  const take = () => {
    const isMissing = address.trim() === ''
    setRefused(isMissing ? { result: 'bad-address', fault: 'not-an-address' } : null)
    return isMissing ? null : till.shop.takeBack({ address })
  }
  return (
    <CallDialog
      onClose={onClose}
      title={t('shopDatabase.takeBack.dialog')}
      text={<Paragraphs of={[t('shopDatabase.takeBack.text'), t('shopDatabase.takeBack.after')]} />}
      confirm={t('shopDatabase.takeBack.confirm')}
      call={take}
      onDone={answer => (answer.result === 'taken' ? onTaken(answer) : setRefused(answer))}
    >
      <AdministratorsAddress address={address} onChange={setAddress} />
      {refused && (
        <InSight>
          <Notice
            tone="unknown"
            icon="warn"
            title={
              refused.result === 'heard'
                ? t('shopDatabase.takeBack.heard')
                : administratorsFault(refused, t)
            }
            alert
          />
        </InSight>
      )}
    </CallDialog>
  )
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

/** On a computer that takes no payments. */
function OpenOwnersView() {
  const { t } = useTranslation()
  const [asking, ask] = useState(false)
  return (
    <div>
      <Button onClick={() => ask(true)}>{t('ownersView.open')}</Button>
      {asking && <OwnersViewDialog onClose={() => ask(false)} />}
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
