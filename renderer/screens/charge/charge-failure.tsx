import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/ipc/answer'
import { Button } from '../../parts/button'
import { FailureNotice } from '../../parts/failure-notice'
import { NumberHolder } from './number-holder'
import { useNumberHolder } from './use-number-holder'

interface ChargeFailureProps {
  failure: Failure
  busy: boolean
  /** The cashier has asked, and the customer sees no prompt of the earlier request. */
  onNoPrompt: () => void
}

/** Why the sale was not taken. Where another sale is in the way, it is one press away. */
export function ChargeFailure({ failure, busy, onNoPrompt }: ChargeFailureProps) {
  const { t } = useTranslation()
  const holder = useNumberHolder()
  if (failure.code === 'phone-number-busy' && holder) return <NumberHolder sale={holder} />
  if (failure.code !== 'prompt-may-be-gone') return <FailureNotice failure={failure} />
  return (
    <>
      <FailureNotice failure={failure} />
      <Button busy={busy} onClick={onNoPrompt}>
        {t('charge.sendAnyway')}
      </Button>
    </>
  )
}
