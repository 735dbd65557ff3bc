import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { amountText, discreetCustomer } from '../sale-status/sale-text'
import { noteSeen, useNews } from '../stores/news-store'
import { useSale } from '../stores/sales-store'
import { show, useView } from '../stores/view-store'
import { Button } from '../ui/button'
import { Strip } from './strip'

/** Money that came late or twice is announced on whatever screen is open, until it is looked at. */
export function NewsStrip() {
  const { t } = useTranslation()
  useNoteSeen()
  const news = useNews()
  const [sale] = news
  if (!sale) return null
  const facts = { amount: amountText(sale.amount), customer: discreetCustomer(sale, t) }
  const more = news.length > 1 ? ` ${t('news.more', { others: news.length - 1 })}` : ''
  return (
    <Strip
      // Another sale is another announcement.
      key={sale.id}
      tone="unknown"
      icon="alert"
      role="alert"
      title={`${t(`status.${sale.paidTwice === null ? 'paidLate' : 'paidTwice'}`)}:`}
      text={t('news.text', facts) + more}
    >
      <Button onClick={() => show({ name: 'live', saleId: sale.id })}>
        {t('app.viewPayment')}
      </Button>
    </Strip>
  )
}

/** A person with a payment open sees what is new of it. */
function useNoteSeen(): void {
  const shown = useView(({ view }) => ('saleId' in view ? view.saleId : ''))
  const sale = useSale(shown)
  useEffect(() => {
    if (sale) noteSeen(sale)
  }, [sale])
}
