import { useTranslation } from 'react-i18next'
import type { Blocks, Tally } from '../../../shared/day/report'
import { groupDigits } from '../../../shared/money'
import { classNames } from '../../ui/class-names'
import styles from './split-table.module.css'

interface SplitTableProps {
  title: string
  currency: string
  rows: readonly { key: string; name: string; blocks: Blocks }[]
}

const columns = ['confirmed', 'cash', 'otherwise', 'unknown'] as const

/** A day's blocks split by something, a column a block; no column adds others. */
export function SplitTable({ title, currency, rows }: SplitTableProps) {
  const { t } = useTranslation()
  return (
    <table className={classNames(styles.table, styles.split)}>
      <caption>
        {title} <small>{currency}</small>
      </caption>
      <thead>
        <tr>
          <td />
          {columns.map(name => (
            <th key={name} scope="col">
              {t(`day.block.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, blocks }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {columns.map(column => (
              <td key={column} data-column={t(`day.block.${column}`)}>
                <TallyCell tally={blocks[column]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** An amount with its number of payments under it; a dash where there is none. */
export function TallyCell({ tally }: { tally: Tally }) {
  const { t } = useTranslation()
  if (tally.sales === 0) return <span className={styles.nothing}>–</span>
  return (
    <>
      {groupDigits(tally.amount)} <small>{t('day.count', { count: tally.sales })}</small>
    </>
  )
}
