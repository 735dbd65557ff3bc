import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import styles from './qr-code.module.css'
import { fitQrCode, type QrFit } from './qr-drawing'

/** A code to scan: black on white in every theme, in whole device pixels, with its quiet zone. */
export function QrCode({ code, label }: { code: QrFit; label: string }) {
  const { path, size, side } = code
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      width={side}
      height={side}
      viewBox={`0 0 ${size} ${size}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/**
 * The code for what space there is in `box`, again with each change of it; null where it is too fine to be read, and
 * undefined before it is known.
 */
export function useQrFit<Box extends Element>(
  text: string,
): { box: RefObject<Box | null>; code: QrFit | null | undefined } {
  const box = useRef<Box>(null)
  const [space, setSpace] = useState<{ side: number; ratio: number } | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const { clientWidth, clientHeight } = element
      const side = Math.min(clientWidth, clientHeight)
      const ratio = window.devicePixelRatio
      setSpace(known => (known?.side === side && known.ratio === ratio ? known : { side, ratio }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const code = useMemo(
    () => (space === null ? undefined : fitQrCode(text, space.side, space.ratio)),
    [text, space],
  )
  return { box, code }
}

/** The place of a code on white, as large as the style says. */
export const qrBox = styles.box
