import { useTranslation } from 'react-i18next'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { Button } from '../ui/button'
import { FailureNotice } from '../ui/failure-notice'

/** The way to a file that was written, next to the words that say where it is. */
export function ShowFile({ file }: { file: string }) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.exports.showInFolder({ file }))
  return (
    <>
      <Button variant="quiet" busy={busy} onClick={run}>
        {t('exportFile.show')}
      </Button>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}
