import { useTranslation } from 'react-i18next'
import type { Payment } from '../../../shared/payment/payment'
import drawing from '../../ui/drawing.module.css'
import { shapes } from '../../ui/icons/shapes'
import styles from './live-payment.module.css'

/** Where an unknown outcome broke off: the till's request went to the service, and no answer came back. */
export function UnknownPicture({ channel }: Pick<Payment, 'channel'>) {
  const { t } = useTranslation()
  return (
    <svg
      className={`${drawing.drawing} ${styles.broken}`}
      viewBox="0 0 240 92"
      role="img"
      aria-label={t('live.broken.text')}
    >
      <path d={shapes.phone} transform="translate(8 20) scale(1.7)" />
      {/* Whether the service has asked the customer's phone is not known either. */}
      {channel === 'mobile' && (
        <>
          <path className={`${drawing.quiet} ${drawing.dashed}`} d="M206 18C180-2 60-2 34 18" />
          <path className={drawing.quiet} d="M42 17l-9 2 3-9" />
        </>
      )}
      <rect x="82" y="25" width="44" height="30" rx="4" />
      <path d="M104 55v7M94 62h20" />
      <rect x="188" y="24" width="36" height="16" rx="4" />
      <rect x="188" y="45" width="36" height="16" rx="4" />
      <path d="M195 32h.1M195 53h.1" />
      <g className={drawing.tone}>
        <path d="M133 40h16M165 40h17M176 34l6 6-6 6M156 31l-7 18M165 31l-7 18" />
      </g>
      <text x="28" y="84">
        {t('live.broken.phone')}
      </text>
      <text x="104" y="84">
        {t('live.broken.till')}
      </text>
      <text x="206" y="84">
        {t('top.service')}
      </text>
    </svg>
  )
}
