import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LedgerExport } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { Button } from '../../parts/button'
import { FailureNotice } from '../../parts/failure-notice'
import { useCall } from '../../state/use-call'
import { Exported } from './exported'
import { SetAsideDialog } from './set-aside-dialog'

/** What a person can do about a ledger that cannot be opened: export it, then begin a new one. */
export function Rescue() {
  const { t } = useTranslation()
  const [found, setFound] = useState<LedgerExport | null>(null)
  const [asking, setAsking] = useState(false)
  const { run, busy, failure } = useCall(() => till.ledger.exportReadable())
  const exportReadable = async () => {
    const answer = await run()
    if (answer?.ok) setFound(answer.value)
  }
  return (
    <>
      {found && <Exported found={found} />}
      {failure && <FailureNotice failure={failure} />}
      <Button look={found ? 'plain' : 'primary'} busy={busy} onClick={exportReadable}>
        {t(found ? 'blocked.rescue.again' : 'blocked.rescue.export')}
      </Button>
      {found && (
        <Button look="danger" onClick={() => setAsking(true)}>
          {t('blocked.rescue.setAside')}
        </Button>
      )}
      {found && <SetAsideDialog open={asking} found={found} onClose={() => setAsking(false)} />}
    </>
  )
}
