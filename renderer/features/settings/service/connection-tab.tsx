import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServiceKind } from '../../../../shared/connection'
import { useTill } from '../../../stores/till-store'
import { ReturnedLedgers } from '../../../ui/returned-ledgers'
import { Group } from '../group'
import { ConnectionChoice } from './connection-choice'
import { ConnectionForm } from './connection-form'

/** Which far end the till uses, and where the real ones are. */
export function ConnectionTab() {
  const { t } = useTranslation()
  const active = useTill(state => state.active)
  const [edited, setEdited] = useState<ServiceKind>(active === 'production' ? active : 'sandbox')
  return (
    <>
      <ReturnedLedgers />
      <ConnectionChoice onSetUp={setEdited} />
      <Group title={t('settings.connection.details')}>
        <ConnectionForm kind={edited} onKind={setEdited} />
      </Group>
    </>
  )
}
