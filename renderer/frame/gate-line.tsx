import { useTranslation } from 'react-i18next'
import { useTill } from '../state/till-store'
import { useUntil } from '../state/use-ages'
import { formatSeconds } from '../words/countdown'
import styles from './gate-line.module.css'

/** When the next call goes to the service, while none may go now. A screen reader is not told each second. */
export function GateLine() {
  const { t } = useTranslation()
  const gate = useTill(state => state.gate)
  const left = useUntil(gate.until)
  if (left === null || gate.state === 'open' || gate.state === 'keys-rejected') return null
  const time = formatSeconds(Math.ceil(left / 1000))
  return (
    <span className={styles.gate} role="timer">
      {t(`top.gate.${gate.state}`, { time })}
    </span>
  )
}
