import { useTranslation } from 'react-i18next'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { Button } from '../ui/button'
import { FailureNotice } from '../ui/failure-notice'
import layout from '../ui/layout.module.css'

/** Where a file was written, and the way to it. */
export function SavedFile({ file }: { file: string }) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.exports.showInFolder({ file }))
  return (
    <span className={layout.row}>
      <span>{t('app.savedFile', { file })}</span>
      <Button variant="quiet" busy={busy} onClick={run}>
        {t('exportFile.show')}
      </Button>
      {failure && <FailureNotice failure={failure} />}
    </span>
  )
}
