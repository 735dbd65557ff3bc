import { useTranslation } from 'react-i18next'
import { useTill } from '../../stores/till-store'
import styles from './recovery.module.css'

/**
 * Which keychain sealed what cannot be opened, and which one is here: where they are of one kind, their
 * names tell nothing, and read as if they were the same.
 */
export function SealLine({ sealedBy }: { sealedBy: string }) {
  const { t } = useTranslation()
  const sealing = useTill(state => state.sealing)
  const here = () => {
    if (sealing.method === 'passphrase') return t('blocked.seal.passphrase')
    return sealing.state === 'open' ? sealing.backend : t('blocked.seal.none')
  }
  if (here() === sealedBy) return null
  return (
    <dl className={styles.seal}>
      <dt>{t('blocked.seal.by')}</dt>
      <dd>{sealedBy}</dd>
      <dt>{t('blocked.seal.here')}</dt>
      <dd>{here()}</dd>
    </dl>
  )
}
