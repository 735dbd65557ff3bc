import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LedgerExport } from '../../../shared/ipc/till-state'
import { formatMsisdn } from '../../../shared/phone'
import { till } from '../../bridge/till'
import { type CallState, useCall } from '../../hooks/use-call'
import { amountText } from '../../sale-status/sale-text'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
import { Notice } from '../../ui/notice'
import styles from './recovery.module.css'

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
      <Button variant={found ? 'plain' : 'primary'} busy={busy} onClick={exportReadable}>
        {t(found ? 'blocked.rescue.again' : 'blocked.rescue.export')}
      </Button>
      {found && (
        <Button variant="grave" onClick={() => setAsking(true)}>
          {t('blocked.rescue.quarantine')}
        </Button>
      )}
      {found && <QuarantineDialog open={asking} found={found} onClose={() => setAsking(false)} />}
    </>
  )
}

interface QuarantineDialogProps {
  open: boolean
  found: LedgerExport
  onClose: () => void
}

/** Asks before the old ledger is set aside, and names what was still open in it. */
function QuarantineDialog({ open, found, onClose }: QuarantineDialogProps) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.ledger.quarantine())
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('blocked.rescue.title')}
      text={t('blocked.rescue.text')}
      confirm={t('blocked.rescue.confirm')}
      danger
      busy={busy}
      onConfirm={run}
    >
      <OpenInExport found={found} />
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}

/** The sales that were still open in a ledger, as far as they could be read. */
function OpenInExport({ found }: { found: LedgerExport }) {
  const { t } = useTranslation()
  const { sales, open, moreOpen, unreadable, complete } = found
  const isUnsure = unreadable > 0 || !complete
  if (sales === 0 && isUnsure) return <p>{t('blocked.rescue.noneRead')}</p>
  return (
    <>
      <p>{t(open.length === 0 ? 'blocked.rescue.noneOpen' : 'blocked.rescue.openSales')}</p>
      {open.length > 0 && (
        <ul className={styles.openSales}>
          {open.map(({ saleId, amount, msisdn }) => (
            <li key={saleId}>
              {[amount ? amountText(amount) : '?', formatMsisdn(msisdn)].join(' · ')}
            </li>
          ))}
        </ul>
      )}
      {moreOpen > 0 && <p>{t('blocked.rescue.openMore', { more: moreOpen })}</p>}
      {isUnsure && <p>{t('blocked.rescue.mayBeMore')}</p>}
    </>
  )
}

/** Where the export is, and what is in it. */
export function Exported({ found }: { found: LedgerExport }) {
  const { t } = useTranslation()
  const { file, sales, unreadable, complete } = found
  const whole = complete && unreadable === 0
  // An empty file must not read as one that saved anything.
  const empty = sales === 0
  return (
    <Notice
      tone={whole && !empty ? 'brand' : 'unknown'}
      icon={whole && !empty ? 'check' : 'alert'}
      title={t(empty ? 'blocked.rescue.exportedNothing' : 'blocked.rescue.exported')}
    >
      {!empty && <p>{t('blocked.rescue.file')}</p>}
      <p className={styles.file}>{file}</p>
      {(!empty || unreadable > 0) && <p>{t('blocked.rescue.counts', { sales, unreadable })}</p>}
      {!complete && (
        <p>{t(empty ? 'blocked.rescue.incompleteNothing' : 'blocked.rescue.incomplete')}</p>
      )}
    </Notice>
  )
}
