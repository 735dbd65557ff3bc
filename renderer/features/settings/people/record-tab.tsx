import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NumberedAct } from '../../../../shared/record'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useNow } from '../../../hooks/use-now'
import { formatDayMinute } from '../../../i18n/clock-time'
import { amountText } from '../../../sale-status/sale-text'
import { useSales } from '../../../stores/sales-store'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import { Loading } from '../../../ui/loading'
import { Group } from '../group'
import { actFacts } from './audit-facts'
import styles from './people.module.css'

/** What was done at this till besides selling. */
export function RecordTab() {
  const { t } = useTranslation()
  const [acts, setActs] = useState<readonly NumberedAct[] | null>(null)
  const [more, setMore] = useState(false)
  const { run, busy, failure } = useCall((before: number | null) => till.record.list({ before }))
  const read = async (before: number | null, shown: readonly NumberedAct[]) => {
    const answer = await run(before)
    if (!answer?.ok) return
    setActs([...shown, ...answer.value.acts])
    setMore(answer.value.more)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the tab opens
  useEffect(() => {
    read(null, [])
  }, [])
  return (
    <Group title={t('staff.record.title')} text={t('staff.record.text')}>
      {failure && <FailureNotice failure={failure} />}
      {acts === null && !failure && <Loading text={t('staff.record.loading')} />}
      {acts?.length === 0 && <p>{t('staff.record.none')}</p>}
      {acts && acts.length > 0 && <Acts acts={acts} />}
      {acts && more && (
        <div>
          <Button busy={busy} onClick={() => read(acts.at(-1)?.number ?? null, acts)}>
            {t('staff.record.more')}
          </Button>
        </div>
      )}
    </Group>
  )
}

function Acts({ acts }: { acts: readonly NumberedAct[] }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const sales = useSales(store => store.byId)
  const amountOf = (saleId: string) => {
    const sale = sales[saleId]
    return sale ? amountText(sale.amount) : null
  }
  return (
    <table className={styles.acts}>
      <thead>
        <tr>
          <th scope="col">{t('staff.record.time')}</th>
          <th scope="col">{t('staff.record.who')}</th>
          <th scope="col">{t('staff.record.act')}</th>
        </tr>
      </thead>
      <tbody>
        {acts.map(({ number, at, person, act, detail }) => (
          <tr key={number}>
            <td className={styles.time}>{formatDayMinute(at, now, i18n.language)}</td>
            <td className={styles.actor}>{person?.name ?? '–'}</td>
            <td>
              {t(`staff.record.acts.${act}`)}
              <span className={styles.detail}>{actFacts(detail, t, amountOf)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
