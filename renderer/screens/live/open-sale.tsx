import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/button'
import { show } from '../../state/view-store'
import styles from './open-sale.module.css'

/** Leads to the other sale that a notice speaks of. */
export function OpenSale({ saleId }: { saleId: string }) {
  const { t } = useTranslation()
  return (
    <Button className={styles.open} onClick={() => show({ name: 'live', saleId })}>
      {t('live.openOther')}
    </Button>
  )
}
