import { useTranslation } from 'react-i18next'
import type { CustomerScene } from '../../../shared/customer-view'
import { QrCode } from '../../ui/qr-code'
import styles from './customer.module.css'
import { LargeAmount, Lines, ShopName, TimeLeft } from './scene-parts'

interface CardSceneProps {
  shop: string
  scene: Extract<CustomerScene, { name: 'card' }>
  seconds: number | null
}

/** The code of the checkout page, next to the amount that it asks for. */
export function CardScene({ shop, scene, seconds }: CardSceneProps) {
  const { t } = useTranslation()
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
      <QrCode text={scene.code} label={t('live.qr.label')} />
    </main>
  )
}
