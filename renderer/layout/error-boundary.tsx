import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'
import { CenteredCard } from '../ui/centered-card'
import { Explanation, TechnicalDetail } from '../ui/explanation'
import styles from './shell.module.css'

/** Catches what breaks a screen, and says that the payments are not in the screen. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? 'unknown' }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return <Trouble kind="broken" detail={error instanceof Error ? error.message : String(error)} />
  }
}

/** A window that cannot go on: what happened, what it means for the money, what to do. */
export function Trouble({ kind, detail }: { kind: 'cannotStart' | 'broken'; detail: string }) {
  const { t } = useTranslation()
  return (
    <main className={styles.trouble}>
      <CenteredCard icon="warn" tone="unknown" title={t(`start.${kind}.title`)}>
        <Explanation
          what={t(`start.${kind}.what`)}
          money={t(`start.${kind}.money`)}
          next={t(`start.${kind}.next`)}
        />
        {detail && <TechnicalDetail text={detail} />}
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('app.reload')}
        </Button>
      </CenteredCard>
    </main>
  )
}
