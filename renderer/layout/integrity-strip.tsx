import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeenChange } from '../../shared/integrity'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { formatMoment } from '../i18n/day'
import { amountText, discreetCustomer, unbroken } from '../sale-status/sale-text'
import { useSale } from '../stores/sales-store'
import { useTill } from '../stores/till-store'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { FailureNotice } from '../ui/failure-notice'
import styles from './header.module.css'
import { Strip } from './strip'

/** Changes of the till’s ledgers and audit log are said on whatever screen is open, until somebody has seen them. */
export function IntegrityStrip() {
  const { t } = useTranslation()
  const changes = useTill(state => state.changes)
  const [opened, setOpened] = useState(false)
  if (changes.length === 0) return null
  return (
    <>
      <Strip
        tone="bad"
        icon="warn"
        role="alert"
        title={t('integrity.title')}
        text={t('integrity.strip', { count: changes.length })}
      >
        <Button onClick={() => setOpened(true)}>{t('integrity.view')}</Button>
      </Strip>
      {opened && <IntegrityDialog changes={changes} onClose={() => setOpened(false)} />}
    </>
  )
}

/** As many as a person reads here; the audit log and the next cash-up have their number. */
const shown = 3

interface IntegrityDialogProps {
  changes: readonly SeenChange[]
  onClose: () => void
}

/** What was found, what it means for the money, and what to do next. */
function IntegrityDialog({ changes, onClose }: IntegrityDialogProps) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(till.integrity.acknowledge)
  const others = changes.length - shown
  const acknowledge = async () => {
    const done = await run({ ids: changes.map(({ id }) => id) })
    if (done?.ok) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('integrity.dialog.title')}
      text={
        <>
          <p>{t('integrity.dialog.what')}</p>
          <ul className={styles.changes}>
            {changes.slice(0, shown).map(change => (
              <li key={change.id}>
                <ChangeLine change={change} />
              </li>
            ))}
          </ul>
          {others > 0 && <p>{t('integrity.dialog.more', { others })}</p>}
          <p>{t('integrity.dialog.money')}</p>
          <p>{t('integrity.dialog.next')}</p>
        </>
      }
      confirm={t('integrity.dialog.confirm')}
      cancel={t('integrity.dialog.later')}
      busy={busy}
      onConfirm={acknowledge}
    >
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}

function ChangeLine({ change }: { change: SeenChange }) {
  const { t, i18n } = useTranslation()
  const { kind, number, saleId, store, seenAt } = change
  const sale = useSale(saleId)
  const where = [
    t(`integrity.stores.${store}`),
    // What a person can look up, as the till shows it now; the rest of its number next to it.
    ...(sale ? [amountText(sale.amount), discreetCustomer(sale, t)] : []),
    ...(saleId === '' ? [] : [t('integrity.sale', { sale: saleId.slice(-12) })]),
    t('integrity.dialog.seen', { time: unbroken(formatMoment(seenAt, i18n.language)) }),
  ]
  return (
    <>
      <strong>{t(`integrity.kinds.${kind}`, { number })}</strong>
      <span className={styles.where}>{where.join(' · ')}</span>
    </>
  )
}
