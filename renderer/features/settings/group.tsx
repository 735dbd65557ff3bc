import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/ipc/result'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import { Icon } from '../../ui/icons/icon'
import styles from './settings.module.css'

interface GroupProps {
  title: string
  text?: string
  children?: ReactNode
}

/** Settings that belong together. */
export function Group({ title, text, children }: GroupProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </section>
  )
}

/**
 * The answer that a person waits for, which may stand below the fold of a long form: brought into sight
 * when it comes, and again when the window's size changes, as that moves everything above it.
 */
export function InSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const show = () => place.current?.scrollIntoView({ block: 'start' })
    show()
    window.addEventListener('resize', show)
    return () => window.removeEventListener('resize', show)
  }, [])
  return (
    <div ref={place} className={styles.inSight}>
      {children}
    </div>
  )
}

interface SaveBarProps {
  busy: boolean
  /** It was saved, and nothing was changed since. */
  done: boolean
  failure: Failure | null
  /** Takes back what was typed; null where all is saved. */
  discard: (() => void) | null
}

/** The end of a form of settings: the Save button and its result. */
export function SaveBar({ busy, done, failure, discard }: SaveBarProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.bar}>
      {failure && <FailureNotice failure={failure} />}
      <div className={styles.line}>
        <Button type="submit" variant="primary" busy={busy}>
          {t('app.save')}
        </Button>
        <DoneMark text={done ? t('app.saved') : null} />
        {discard && (
          <Button variant="quiet" onClick={discard}>
            {t('settings.discard')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Says that something was done; there before it is, so that a screen reader hears it. */
export function DoneMark({ text }: { text: string | null }) {
  return (
    <output className={styles.done}>
      {text !== null && (
        <>
          <Icon name="check" size="s" />
          {text}
        </>
      )}
    </output>
  )
}
