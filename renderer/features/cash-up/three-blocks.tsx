import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrencyDay, Tally } from '../../../shared/day/report'
import { settledBlocks } from '../../../shared/day/standing'
import { groupDigits } from '../../../shared/money'
import { classNames } from '../../ui/class-names'
import { Icon, type IconName } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import type { Tone } from '../../ui/tone'
import tones from '../../ui/tones.module.css'
import styles from './currency-day.module.css'

/**
 * What the service confirmed, what a person resolved, and what is not known: side by side, and never
 * added to one another. Two of a person's words are not added either: cash is in the drawer. What there is
 * none of is left out.
 */
export function ThreeBlocks({ day }: { day: Pick<CurrencyDay, 'currency' | 'blocks'> }) {
  const { t } = useTranslation()
  const { currency, blocks } = day
  const resolved = settledBlocks.filter(name => blocks[name].sales > 0)
  const unknown = blocks.unknown.sales > 0
  return (
    <div className={styles.blocks}>
      <Block name="confirmed" tone="paid" icon="check">
        <Sum currency={currency} tally={blocks.confirmed} />
      </Block>
      {resolved.length > 0 && (
        <Block name="settled" tone="expired" icon="person">
          {resolved.map(name => (
            <Sum
              key={name}
              currency={currency}
              tally={blocks[name]}
              label={t(`resolvedAs.${name}`)}
            />
          ))}
        </Block>
      )}
      {unknown && (
        <Block name="unknown" tone="unknown" icon="question">
          <Sum currency={currency} tally={blocks.unknown} />
        </Block>
      )}
      {(resolved.length > 0 || unknown) && (
        <p className={classNames(layout.small, styles.never)}>{t('day.neverAdded')}</p>
      )}
    </div>
  )
}

type BlockName = 'confirmed' | 'settled' | 'unknown'

interface BlockProps {
  name: BlockName
  tone: Tone
  icon: IconName
  children: ReactNode
}

function Block({ name, tone, icon, children }: BlockProps) {
  const { t } = useTranslation()
  const title = t(`day.block.${name}`)
  return (
    <section className={classNames(styles.block, tones[tone])} aria-label={title}>
      <h2>
        <Icon name={icon} size="s" />
        {title}
      </h2>
      {children}
      <p className={styles.text}>{t(`day.blockText.${name}`)}</p>
    </section>
  )
}

function Sum({ currency, tally, label }: { currency: string; tally: Tally; label?: string }) {
  const { t } = useTranslation()
  const count = <span className={styles.count}>{t('day.count', { count: tally.sales })}</span>
  const amount = (
    <b>
      <small>{currency}</small> {groupDigits(tally.amount)}
    </b>
  )
  if (label === undefined)
    return (
      <p className={styles.sum}>
        {amount} {count}
      </p>
    )
  return (
    <p className={styles.part}>
      <span>{label}</span> {/* Apart: "6,000 1" could be read as one number. */}
      <span>
        {amount} · {count}
      </span>
    </p>
  )
}
