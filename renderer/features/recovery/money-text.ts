import { useTranslation } from 'react-i18next'
import type { BlockReason, InterruptedSale } from '../../../shared/ipc/till-state'
import { formatMsisdn } from '../../../shared/phone'
import { amountText } from '../../sale-status/sale-text'
import { useTill } from '../../stores/till-store'

/** What a block means for the money: of the sales that were being written, if any; else in general. */
export function useMoneyText(reason: BlockReason): string {
  const { t } = useTranslation()
  const { interrupted } = useTill(state => state.recovery)
  const practising = useTill(state => state.active === 'practice')
  // A ledger of practice has no money in it, whatever became of it.
  if (practising && reason.startsWith('ledger-')) return t('blocked.practiceMoney')
  if (interrupted.length === 0) return t(`blocked.reasons.${reason}.money`)
  return interrupted.map(sale => t(keyOf(sale), valuesOf(sale))).join(' ')
}

function keyOf({ isNew }: InterruptedSale) {
  return isNew ? 'blocked.interrupted.newSale' : 'blocked.interrupted.laterStep'
}

function valuesOf({ amount, msisdn }: InterruptedSale) {
  return { amount: amountText(amount), phone: formatMsisdn(msisdn) }
}
