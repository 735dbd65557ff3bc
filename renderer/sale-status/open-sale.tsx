import { useTranslation } from 'react-i18next'
import { show } from '../stores/view-store'
import { Button } from '../ui/button'
import styles from './sale-parts.module.css'

/** Leads to the other sale that a notice speaks of. */
export function OpenSale({ saleId, text }: { saleId: string; text?: string }) {
  const { t } = useTranslation()
  return (
    <Button className={styles.open} onClick={() => show({ name: 'live', saleId })}>
      {text ?? t('live.openOther')}
    </Button>
  )
}
