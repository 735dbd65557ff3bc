import type { TFunction } from 'i18next'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerScene } from '../../../shared/customer-view'
import { type Amount, groupDigits } from '../../../shared/money'
import { lineAmount, lineLabel, type SaleLine } from '../../../shared/payment/lines'
import { formatSeconds } from '../../i18n/countdown'
import { lineWords } from '../../i18n/line-words'
import { Icon, type IconName } from '../../ui/icons/icon'
import { QrCode, qrBox, useQrFit } from '../../ui/qr-code'
import styles from './customer.module.css'

function ShopName({ shop }: { shop: string }) {
  return shop === '' ? null : <p className={styles.shop}>{shop}</p>
}

/** The amount as large as there is space for it: it is what the customer compares. */
function LargeAmount({ amount }: { amount: Amount }) {
  const digits = groupDigits(amount.value)
  return (
    <p className={styles.amount} style={{ '--length': digits.length } as CSSProperties}>
      <span className={styles.currency}>{amount.currency}</span>{' '}
      <span className={styles.digits}>{digits}</span>
    </p>
  )
}

const mostLines = 6

/** What it is for, as far as there is space. */
function Lines({ lines }: { lines: readonly SaleLine[] }) {
  const { t } = useTranslation()
  const rest = lines.length - mostLines
  return (
    <ul className={styles.lines}>
      {lines.slice(0, mostLines).map(line => (
        <li key={`${line.name} ${line.price}`}>
          <span>{lineLabel(line, lineWords(t))}</span>
          <span>{lineAmount(line)}</span>
        </li>
      ))}
      {rest > 0 && <li>{t('items.more', { number: rest })}</li>}
    </ul>
  )
}

function TimeLeft({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation()
  if (seconds === null) return null
  // Not read aloud each second: a timer is silent unless asked.
  return (
    <p className={styles.left} role="timer">
      {t('customerScreen.left', { time: formatSeconds(seconds) })}
    </p>
  )
}

/** A scene that is words and a sign. */
type Spoken = Exclude<SceneNow, { name: 'card' }>

interface AnnouncementProps {
  shop: string
  scene: Spoken
  seconds: number | null
}

const signs: Record<Spoken['name'], IconName | null> = {
  idle: null,
  moment: 'up',
  phone: 'phone',
  lastAsk: 'clock',
  paid: 'check',
  notPaid: 'cross',
  ask: 'speech',
  test: 'check',
}

/** A large sign, what it is, and for how much. */
export function Announcement({ shop, scene, seconds }: AnnouncementProps) {
  const { t } = useTranslation()
  const sign = signs[scene.name]
  return (
    <main className={styles.announcement} data-scene={scene.name}>
      {sign && (
        <span className={styles.sign}>
          <Icon name={sign} size="xl" />
        </span>
      )}
      <div className={styles.told}>
        {scene.name !== 'idle' && <ShopName shop={shop} />}
        {!isResult(scene) && <SceneAmount scene={scene} />}
        {'lines' in scene && scene.lines.length > 0 && <Lines lines={scene.lines} />}
        <Words shop={shop} scene={scene} />
        <div className={styles.ends}>
          {scene.name === 'phone' && (
            <p className={styles.ending}>
              {t('customerScreen.phone.ending', { ending: scene.phoneEnding })}
            </p>
          )}
          <TimeLeft seconds={seconds} />
        </div>
      </div>
    </main>
  )
}

function Words({ shop, scene }: { shop: string; scene: Spoken }) {
  const { t } = useTranslation()
  const [name, text] = wordsOf(scene.name, shop, t)
  return (
    <div role="status" className={styles.words}>
      <h1 className={styles.title}>{name}</h1>
      {isResult(scene) && <SceneAmount scene={scene} />}
      {text && <p className={styles.text}>{text}</p>}
    </div>
  )
}

function wordsOf(scene: Spoken['name'], shop: string, t: TFunction): [string, string | null] {
  const welcome = t('customerScreen.idle.title')
  if (scene === 'idle') return shop === '' ? [welcome, null] : [shop, welcome]
  const title = scene === 'lastAsk' ? 'moment' : scene
  return [t(`customerScreen.${title}.title`), t(`customerScreen.${scene}.text`)]
}

/** What came of it, and for how much, belong together; before that the amount comes first. */
function isResult({ name }: Spoken): boolean {
  return name === 'paid' || name === 'notPaid'
}

function SceneAmount({ scene }: { scene: Spoken }) {
  return 'amount' in scene && <LargeAmount amount={scene.amount} />
}

interface CardSceneProps {
  shop: string
  scene: Extract<CustomerScene, { name: 'card' }>
  seconds: number | null
}

/** The code of the checkout page, next to the amount that it asks for. */
export function CardScene({ shop, scene, seconds }: CardSceneProps) {
  const { t } = useTranslation()
  const { box, code } = useQrFit<HTMLDivElement>(scene.code)
  return (
    <main className={styles.card} data-scene="card">
      <div className={styles.told}>
        <ShopName shop={shop} />
        <LargeAmount amount={scene.amount} />
        {scene.lines.length > 0 && <Lines lines={scene.lines} />}
        <div role="status">
          <h1 className={styles.title}>{t('customerScreen.card.title')}</h1>
          <p className={styles.text}>{t('customerScreen.card.text')}</p>
        </div>
        <TimeLeft seconds={seconds} />
      </div>
      <div ref={box} className={qrBox}>
        {code && <QrCode code={code} label={t('live.qr.label')} />}
        {code === null && <p className={styles.tooFine}>{t('customerScreen.card.tooFine')}</p>}
      </div>
    </main>
  )
}

/** Between sales: the number that the owner chose to show, and the same as a code. */
export function NumberScene({ shop, number }: { shop: string; number: string }) {
  const { t } = useTranslation()
  const { box, code } = useQrFit<HTMLDivElement>(number)
  const [title, text] = wordsOf('idle', shop, t)
  return (
    <main className={styles.card} data-scene="number">
      <div className={styles.told}>
        <h1 className={styles.title}>{title}</h1>
        {text && <p className={styles.text}>{text}</p>}
        <p className={styles.number}>{number}</p>
      </div>
      <div ref={box} className={qrBox}>
        {code && <QrCode code={code} label={t('customerScreen.number', { number })} />}
      </div>
    </main>
  )
}

/** What is shown: what main said, or that its time is over and the till asks a last time. */
type SceneNow = CustomerScene | { name: 'lastAsk' }

/** So long after the time is over the till has asked and got no answer, ms: the cashier explains. */
const unansweredFor = 30_000

/**
 * The scene at wall-clock `now`. A code whose time is over is not shown: a customer must not begin to
 * pay by it. The service's clock decides, so a wrong shop clock does no harm.
 */
export function sceneAt(scene: CustomerScene, now: number): SceneNow {
  if (!('time' in scene) || scene.time === null) return scene
  const over = now + scene.time.serviceClockOffset - scene.time.expiresAt
  if (over < 0) return scene
  return over < unansweredFor ? { name: 'lastAsk' } : { name: 'ask' }
}
