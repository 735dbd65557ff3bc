import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'

/** For a ledger whose keychain is lost for good: a new one, the old one kept with its key. */
export function StartOver() {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { run, busy, failure } = useCall(() => till.ledger.startOver())
  return (
    <>
      <Button look="grave" onClick={() => setAsking(true)}>
        {t('blocked.anew.begin')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('blocked.anew.title')}
        text={t('blocked.anew.text')}
        confirm={t('blocked.anew.confirm')}
        danger
        busy={busy}
        onConfirm={run}
      >
        <p>{t('blocked.anew.open')}</p>
        {failure && <FailureNotice failure={failure} />}
      </Dialog>
    </>
  )
}
