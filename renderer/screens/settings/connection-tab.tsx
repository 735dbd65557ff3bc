import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServiceKind } from '../../../shared/connection'
import { useTill } from '../../state/till-store'
import { ReturnedLedgers } from '../blocked/returned-ledgers'
import { ConnectionChoice } from './connection-choice'
import { ConnectionForm } from './connection-form'
import { Group } from './group'

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
