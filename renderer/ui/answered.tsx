import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../hooks/use-answer'
import type { Pages } from '../hooks/use-pages'
import { Button } from './button'
import { FailureNotice } from './failure-notice'
import layout from './layout.module.css'
import { Loading } from './loading'

interface AnsweredProps<Value> {
  of: Pick<Answer<Value>, 'value' | 'failure'>
  /** What is said while main is asked. */
  asking?: string
  children: (value: Value) => ReactNode
}

/** What main answered, as `children` shows it; until then that it is read, or why it cannot be. */
export function Answered<Value>(props: AnsweredProps<Value>) {
  const { t } = useTranslation()
  const { value, failure } = props.of
  return (
    <>
      {failure && <FailureNotice failure={failure} />}
      {value === null && !failure && <Loading text={props.asking ?? t('app.reading')} />}
      {value !== null && props.children(value)}
    </>
  )
}

type List = Pick<Pages<unknown>, 'items' | 'more' | 'loading' | 'failure' | 'showMore'>

/** Above a list: that it is read, why it cannot be, or what is said where it is empty. */
export function ListState({ list, none }: { list: List; none: ReactNode }) {
  const { t } = useTranslation()
  const { items, loading, failure } = list
  if (failure) return <FailureNotice failure={failure} />
  if (items.length > 0) return null
  return loading ? <Loading text={t('app.reading')} /> : none
}

/** Below a list: the button for the page that follows. */
export function MoreButton({ list }: { list: Pick<List, 'more' | 'loading' | 'showMore'> }) {
  const { t } = useTranslation()
  if (!list.more) return null
  return (
    <Button className={layout.more} busy={list.loading} onClick={list.showMore}>
      {t('app.more')}
    </Button>
  )
}
