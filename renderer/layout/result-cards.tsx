import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type ResultName, resultOf } from '../../shared/payment/result'
import type { Sale } from '../../shared/payment/sale'
import { acknowledge, useUnseen } from '../stores/unseen-store'
import { useView } from '../stores/view-store'
import { ResultCard } from './result-card'

/**
 * How payments ended that are not on the screen, until a person has seen it: at the head of the
 * rail, where nothing moves under a finger that is typing the next sale.
 */
export function ResultCards() {
  const { t } = useTranslation()
  useAcknowledgeShown()
  const shown = useView(({ view }) => ('saleId' in view ? view.saleId : null))
  const waiting = paidFirst(useUnseen().filter(sale => sale.id !== shown && isOnCards(sale)))
  const [first, ...others] = waiting
  return (
    <div role="status" aria-label={t('result.card.label')}>
      {first && <ResultCard key={first.id} sale={first} others={others} another={shown !== null} />}
    </div>
  )
}

/** A customer who has paid waits for goods. */
function paidFirst(sales: readonly Sale[]): Sale[] {
  const isPaid = (sale: Sale) => resultOf(sale) === 'paid'
  return [...sales.filter(isPaid), ...sales.filter(sale => !isPaid(sale))]
}

/** Money that came late or twice has a strip of its own across the window. */
const onStrip: readonly (ResultName | null)[] = ['paidLate', 'paidTwice']

function isOnCards(sale: Sale): boolean {
  return !onStrip.includes(resultOf(sale))
}

/**
 * A person with a payment on the screen sees how it ended. Only PAID is not done with by being on the
 * screen: it stays until a person says so, or goods are given for it.
 */
function useAcknowledgeShown(): void {
  const shown = useView(({ view }) => ('saleId' in view ? view.saleId : null))
  const sale = useUnseen().find(({ id }) => id === shown)
  const seen = sale && resultOf(sale) !== 'paid' ? sale.id : null
  useEffect(() => {
    if (seen === null) return
    const notice = () => {
      if (document.hasFocus()) acknowledge(seen)
    }
    notice()
    window.addEventListener('focus', notice)
    return () => window.removeEventListener('focus', notice)
  }, [seen])
}
