import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServiceKind } from '../../../../shared/connection'
import { useTill } from '../../../stores/till-store'
import { ReturnedLedgers } from '../../../ui/returned-ledgers'
import { Group } from '../group'
import { ConnectionChoice } from './connection-choice'
import { ConnectionForm } from './connection-form'

/** Which connection the till uses, and the address and keys of the real ones. */
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
