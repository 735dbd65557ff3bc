import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportedFile } from '../../../shared/ipc/calls/payments'
import type { PaymentsFilter } from '../../../shared/payment/payments-filter'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { Button } from '../../ui/button'
import { CallButton } from '../../ui/call-button'
import { classNames } from '../../ui/class-names'
import { CloudNote } from '../../ui/cloud-note'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'
import styles from './export-button.module.css'

/** What goes into the file: all that a filter finds, or one payment with its history. */
type What = { filter: PaymentsFilter } | { paymentId: string }

/** Writes a file for a spreadsheet, says where it is, and shows it there. */
export function ExportButton({ what }: { what: What }) {
  const { t } = useTranslation()
  const [written, setWritten] = useState<ExportedFile | null>(null)
  const { run, busy, failure } = useCall(
    () => ('filter' in what ? till.exports.payments(what) : till.exports.history(what)),
    setWritten,
  )
  const about = JSON.stringify(what)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `about` is only a signal: the written file answers the filter before
  useEffect(() => setWritten(null), [about])
  const write = () => {
    setWritten(null)
    run()
  }
  return (
    <>
      <Button
        className={classNames(layout.end, styles.button)}
        icon="save"
        busy={busy}
        onClick={write}
      >
        {t(busy ? 'exportFile.busy' : 'exportFile.button')}
      </Button>
      {(failure || written) && (
        <div className={styles.outcome}>
          {failure && <FailureNotice failure={failure} />}
          {written && (
            <Notice
              tone="brand"
              icon="check"
              title={t('exportFile.done', { number: written.sales })}
            >
              {written.unreadable > 0 && (
                <p>{t('exportFile.unreadable', { number: written.unreadable })}</p>
              )}
              {/* In one row: the list that was written to the file stays in sight. */}
              <div className={classNames(layout.row, styles.where)}>
                <p>
                  {t('exportFile.where')} <span className={layout.path}>{written.file}</span>{' '}
                  <CloudNote file={written.file} />
                </p>
                <CallButton call={() => till.exports.showInFolder({ file: written.file })}>
                  {t('exportFile.show')}
                </CallButton>
              </div>
            </Notice>
          )}
        </div>
      )}
    </>
  )
}
