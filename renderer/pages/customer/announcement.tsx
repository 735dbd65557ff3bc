import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../ui/icons/icon'
import styles from './customer.module.css'
import type { SceneNow } from './scene-at'
import { LargeAmount, Lines, ShopName, TimeLeft } from './scene-parts'

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
        {!isResult(scene) && <Amount scene={scene} />}
        {'lines' in scene && scene.lines.length > 0 && <Lines lines={scene.lines} />}
        <Words shop={shop} scene={scene} />
        <div className={styles.ends}>
          {scene.name === 'phone' && <Ending ending={scene.phoneEnding} />}
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
      {isResult(scene) && <Amount scene={scene} />}
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

function Amount({ scene }: { scene: Spoken }) {
  return 'amount' in scene && <LargeAmount amount={scene.amount} />
}

function Ending({ ending }: { ending: string }) {
  const { t } = useTranslation()
  return <p className={styles.ending}>{t('customerScreen.phone.ending', { ending })}</p>
}
