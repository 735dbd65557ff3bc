import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { resultOf, statusOfResult } from '../../shared/payment/result'
import type { Sale } from '../../shared/payment/sale'
import { amountText, discreetCustomer } from '../sale-status/sale-text'
import { acknowledge, useUnseen } from '../stores/unseen-store'
import { useView } from '../stores/view-store'
import { Button } from '../ui/button'
import hidden from '../ui/hidden.module.css'
import styles from './rail.module.css'
import { newResults } from './recent-order'

/** How other payments ended, until a person has seen it. */
export function useNewResults(): readonly Sale[] {
  const shown = useView(({ view }) => ('saleId' in view ? view.saleId : null))
  const unseen = useUnseen()
  useAcknowledgeShown(unseen, shown)
  return newResults(unseen, shown)
}

/** Says the new results to a screen reader: in the rail they are rows like any other. */
export function NewResultsStatus({ results }: { results: readonly Sale[] }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('recent.newResults')} className={hidden.hidden}>
      {results.map(sale => {
        const result = resultOf(sale)
        return (
          result && (
            <p key={sale.id}>
              {t(`status.${statusOfResult[result]}`)}: {amountText(sale.amount)},{' '}
              {discreetCustomer(sale, t)}
            </p>
          )
        )
      })}
    </div>
  )
}

/** A person has seen all of them. */
export function DismissAll({ results }: { results: readonly Sale[] }) {
  const { t } = useTranslation()
  if (results.length === 0) return null
  return (
    <Button
      variant="quiet"
      className={styles.dismiss}
      onClick={() => {
        for (const { id } of results) acknowledge(id)
      }}
    >
      {t('recent.dismissAll')}
    </Button>
  )
}

/**
 * A person with a payment on the screen sees how it ended. Only PAID is not done with by being on the
 * screen: it stays until a person says so, or goods are given for it.
 */
function useAcknowledgeShown(unseen: readonly Sale[], shown: string | null): void {
  const sale = unseen.find(({ id }) => id === shown)
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
