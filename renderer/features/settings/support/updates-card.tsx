import { useTranslation } from 'react-i18next'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { useMay } from '../../../stores/use-staff'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import { Group } from '../group'
import { UpdateAddressForm } from './update-address-form'
import { UpdateState } from './update-state'

/** Newer versions: the address for the owner, and what came from there for a manager. */
export function UpdatesCard() {
  const { t } = useTranslation()
  const isManager = useMay('manager')
  const isOwner = useMay('owner')
  const { status } = useTill(state => state.updates)
  const { run, busy, failure } = useCall(() => till.updates.check())
  if (!isManager) return null
  const isWorking = status.name === 'checking' || status.name === 'downloading'
  return (
    <Group title={t('updates.title')} text={t('updates.text')}>
      {isOwner && <UpdateAddressForm />}
      <UpdateState status={status} />
      {status.name !== 'off' && status.name !== 'ready' && (
        <div>
          <Button busy={busy || isWorking} onClick={run}>
            {t('updates.check')}
          </Button>
        </div>
      )}
      {failure && <FailureNotice failure={failure} />}
    </Group>
  )
}
