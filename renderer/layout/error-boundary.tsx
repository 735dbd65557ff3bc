import { Component, type ReactNode } from 'react'
import { Trouble } from './trouble'

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
