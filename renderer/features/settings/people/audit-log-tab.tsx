import { useTranslation } from 'react-i18next'
import type { NumberedEntry } from '../../../../shared/audit-entry'
import { till } from '../../../bridge/till'
import { useNow } from '../../../hooks/use-now'
import { usePages } from '../../../hooks/use-pages'
import { auditFacts } from '../../../i18n/audit-facts'
import { formatDayMinute } from '../../../i18n/clock-time'
import { amountText } from '../../../sale-status/payment-text'
import { usePayments } from '../../../stores/payments-store'
import { ListState, MoreButton } from '../../../ui/answered'
import { classNames } from '../../../ui/class-names'
import table from '../../../ui/table.module.css'
import { Group } from '../group'
import styles from './people.module.css'

/** What was done at this till besides selling. */
export function AuditLogTab() {
  const { t } = useTranslation()
  const list = usePages('entries', (last: NumberedEntry | null) =>
    till.auditLog.list({ before: last?.number ?? null }),
  )
  return (
    <Group title={t('settings.tab.auditLog')} text={t('staff.auditLog.text')}>
      <ListState list={list} none={<p>{t('staff.auditLog.none')}</p>} />
      {list.items.length > 0 && <Entries entries={list.items} />}
      <MoreButton list={list} />
    </Group>
  )
}

function Entries({ entries }: { entries: readonly NumberedEntry[] }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const payments = usePayments(store => store.byId)
  const amountOf = (paymentId: string) => {
    const payment = payments[paymentId]
    return payment ? amountText(payment.amount) : null
  }
  return (
    <table className={classNames(table.table, styles.entries)}>
      <thead>
        <tr>
          <th scope="col">{t('exportFile.column.time')}</th>
          <th scope="col">{t('staff.auditLog.who')}</th>
          <th scope="col">{t('staff.auditLog.action')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ number, at, person, action, detail }) => (
          <tr key={number}>
            <td className={styles.time}>{formatDayMinute(at, now, i18n.language)}</td>
            <td className={styles.actor}>{person?.name ?? '–'}</td>
            <td>
              {t(`staff.auditLog.entries.${action}`)}
              <span className={styles.detail}>
                {auditFacts(detail, t, { language: i18n.language, amountOf })}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
