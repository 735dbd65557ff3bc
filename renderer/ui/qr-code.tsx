import { create } from 'qrcode'
import { useMemo } from 'react'
import styles from './qr-code.module.css'

/** Modules of white round the code, without which phones do not find it. */
const quiet = 4

/** A code to scan: black on white in every theme, in whole modules, with its quiet zone. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawing(text), [text])
  return (
    <svg className={styles.code} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

function drawing(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const dark: string[] = []
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) dark.push(`M${column + quiet} ${row + quiet}h1v1h-1z`)
  return { path: dark.join(''), size: modules.size + 2 * quiet }
}
