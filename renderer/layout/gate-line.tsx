import { useTranslation } from 'react-i18next'
import { useUntil } from '../hooks/use-ages'
import { spanText } from '../i18n/span-text'
import { useOutlook } from '../sale-status/use-outlook'
import styles from './gate-line.module.css'

/** When the next call goes to the service, while none may go now. A screen reader is not told each second. */
export function GateLine() {
  const { t } = useTranslation()
  const { gate, lights } = useOutlook()
  const left = useUntil(gate.until)
  if (left === null || gate.state === 'open') return null
  const time = spanText(Math.ceil(left / 1000), t)
  // The light beside it may have said who asks: then only how long is left to say.
  const asked = gate.state === 'asked-to-wait' && lights.service !== 'busy'
  return (
    <span className={styles.gate} role="timer">
      {t(asked ? 'top.gate.asked' : 'top.gate.next', { time })}
    </span>
  )
}
