import { Fragment, type ReactNode } from 'react'
import { classNames } from './class-names'
import styles from './facts.module.css'

interface FactsProps {
  /** What is not known is left out: null or ''. */
  of: readonly (readonly [name: string, value: ReactNode])[]
  className?: string | undefined
  label?: string
}

/** Facts under one another, each after its name. */
export function Facts({ of, className, label }: FactsProps) {
  return (
    <dl className={classNames(styles.facts, className)} aria-label={label}>
      {of.map(([name, value], at) => {
        if (value === null || value === '') return null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two facts can have the same name, and none moves
          <Fragment key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        )
      })}
    </dl>
  )
}
