import { useMemo } from 'react'
import styles from './qr-code.module.css'
import { drawQrCode } from './qr-drawing'

/** A code to scan: black on white in every theme, in whole modules, with its quiet zone. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawQrCode(text), [text])
  return (
    <svg className={styles.code} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
