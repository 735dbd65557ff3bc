import { useTranslation } from 'react-i18next'
import type { StaffTile } from '../../../../shared/ipc/till-state'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { Dialog } from '../../../ui/dialog'
import { FailureNotice } from '../../../ui/failure-notice'

/** Asks before somebody is taken off the list. */
export function RemoveDialog({ person, onClose }: { person: StaffTile; onClose: () => void }) {
  const { t } = useTranslation()
  const { name } = person
  const { run, busy, failure } = useCall(() => till.staff.remove({ id: person.id }))
  const remove = async () => {
    if ((await run())?.ok) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('staff.tab.removeTitle', { name })}
      text={<p>{t('staff.tab.removeText', { name })}</p>}
      confirm={t('staff.tab.remove')}
      danger
      busy={busy}
      onConfirm={remove}
    >
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
