import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { useTill } from '../../stores/till-store'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
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

/** For a ledger whose keychain is lost for good: a new one, the old one kept with its key. */
export function StartOver() {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { run, busy, failure } = useCall(() => till.ledger.startOver())
  return (
    <>
      <Button variant="grave" onClick={() => setAsking(true)}>
        {t('blocked.startOver.begin')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('blocked.startOver.title')}
        text={t('blocked.startOver.text')}
        confirm={t('blocked.startOver.confirm')}
        danger
        busy={busy}
        onConfirm={run}
      >
        <p>{t('blocked.startOver.open')}</p>
        {failure && <FailureNotice failure={failure} />}
      </Dialog>
    </>
  )
}
