import { useTranslation } from 'react-i18next'
import type { CurrencyDay } from '../../../shared/day/report'
import { blockNames } from '../../../shared/day/standing'
import { TallyCell } from './split-table'
import styles from './split-table.module.css'

/** A day by state; which block each state counts in stands beside it. */
export function StateTable({ day }: { day: CurrencyDay }) {
  const { t } = useTranslation()
  const rows = blockNames.flatMap(block => day.states.filter(row => row.block === block))
  return (
    <table className={styles.table}>
      <caption>
        {t('day.split.state')} <small>{day.currency}</small>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('day.split.stateOf')}</th>
          <th scope="col" className={styles.words}>
            {t('day.split.counts')}
          </th>
          <th scope="col">{t('day.chart.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ state, block, tally }) => (
          <tr key={`${block} ${state}`}>
            <th scope="row">{t(`day.state.${state}`)}</th>
            <td className={styles.words}>{t(`day.block.${block}`)}</td>
            <td>
              <TallyCell tally={tally} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
