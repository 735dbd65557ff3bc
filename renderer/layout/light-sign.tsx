import { useTranslation } from 'react-i18next'
import type { Light } from '../../shared/ipc/till-state'
import hidden from '../ui/hidden.module.css'
import styles from './header.module.css'

/** A light: shape, colour and words. What is well is only spoken; all else is written out. */
export function LightSign({ name, light }: { name: string; light: Light }) {
  const { t } = useTranslation()
  return (
    <span className={styles.light} data-light={light}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {shapes[light]}
      </svg>
      {name}
      <span className={light === 'on' ? hidden.hidden : styles.lightWords}>
        {' '}
        {t(`top.light.${light}`)}
      </span>
    </span>
  )
}

const shapes: Record<Light, React.ReactNode> = {
  unasked: <circle cx="8" cy="8" r="5" strokeDasharray="2.6 2.6" />,
  on: <circle cx="8" cy="8" r="6.5" className={styles.fullLight ?? ''} />,
  off: <path d="M8 2.2l6.300 11.3H1.7z" />,
  portal: <path d="M3.500 14V2h9v12M8 8h.1" />,
  busy: <path d="M4 2h8L4 14h8z" />,
  'keys-rejected': <path d="M3.500 3.5l9 9m0-9l-9 9" />,
}
