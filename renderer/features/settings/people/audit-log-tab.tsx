import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NumberedEntry } from '../../../../shared/audit-entry'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useNow } from '../../../hooks/use-now'
import { auditFacts } from '../../../i18n/audit-facts'
import { formatDayMinute } from '../../../i18n/clock-time'
import { amountText } from '../../../sale-status/sale-text'
import { useSales } from '../../../stores/sales-store'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import { Loading } from '../../../ui/loading'
import { Group } from '../group'
import styles from './people.module.css'

/** What was done at this till besides selling. */
export function AuditLogTab() {
  const { t } = useTranslation()
  const [entries, setEntries] = useState<readonly NumberedEntry[] | null>(null)
  const [more, setMore] = useState(false)
  const { run, busy, failure } = useCall((before: number | null) => till.auditLog.list({ before }))
  const read = async (before: number | null, shown: readonly NumberedEntry[]) => {
    const answer = await run(before)
    if (!answer?.ok) return
    setEntries([...shown, ...answer.value.entries])
    setMore(answer.value.more)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the tab opens
  useEffect(() => {
    read(null, [])
  }, [])
  return (
    <Group title={t('settings.tab.auditLog')} text={t('staff.auditLog.text')}>
      {failure && <FailureNotice failure={failure} />}
      {entries === null && !failure && <Loading text={t('app.reading')} />}
      {entries?.length === 0 && <p>{t('staff.auditLog.none')}</p>}
      {entries && entries.length > 0 && <Entries entries={entries} />}
      {entries && more && (
        <div>
          <Button busy={busy} onClick={() => read(entries.at(-1)?.number ?? null, entries)}>
            {t('staff.auditLog.more')}
          </Button>
        </div>
      )}
    </Group>
  )
}

function Entries({ entries }: { entries: readonly NumberedEntry[] }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const sales = useSales(store => store.byId)
  const amountOf = (saleId: string) => {
    const sale = sales[saleId]
    return sale ? amountText(sale.amount) : null
  }
  return (
    <table className={styles.entries}>
      <thead>
        <tr>
          <th scope="col">{t('staff.auditLog.time')}</th>
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
