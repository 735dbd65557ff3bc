import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LedgerExport } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { type CallState, useCall } from '../../hooks/use-call'
import { Button } from '../../ui/button'
import { QuarantineDialog } from './quarantine-dialog'

interface Rescue extends Pick<CallState<[], LedgerExport>, 'busy' | 'failure'> {
  /** What the last export brought. */
  found: LedgerExport | null
  exportReadable: () => Promise<void>
}

/** What a person can do about a ledger that cannot be opened: export it, then begin a new one. */
export function useRescue(): Rescue {
  const [found, setFound] = useState<LedgerExport | null>(null)
  const { run, busy, failure } = useCall(() => till.ledger.exportReadable())
  const exportReadable = async () => {
    const answer = await run()
    if (answer?.ok) setFound(answer.value)
  }
  return { found, busy, failure, exportReadable }
}

export function RescueButtons({ found, busy, exportReadable }: Rescue) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look={found ? 'plain' : 'primary'} busy={busy} onClick={exportReadable}>
        {t(found ? 'blocked.rescue.again' : 'blocked.rescue.export')}
      </Button>
      {found && (
        <Button look="grave" onClick={() => setAsking(true)}>
          {t('blocked.rescue.quarantine')}
        </Button>
      )}
      {found && <QuarantineDialog open={asking} found={found} onClose={() => setAsking(false)} />}
    </>
  )
}
