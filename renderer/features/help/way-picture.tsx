import type { ReactNode } from 'react'
import drawing from '../../ui/drawing.module.css'
import { type IconName, shapes } from '../../ui/icons/shapes'
import styles from './help.module.css'

export type Way = 'mobile' | 'card' | 'cash' | 'paid'

/** How a payment is taken, as a small picture: the sentence next to it says the same. */
export function WayPicture({ way }: { way: Way }) {
  return (
    <svg className={`${drawing.drawing} ${styles.picture}`} viewBox="0 0 96 56" aria-hidden="true">
      {pictures[way]}
    </svg>
  )
}

function Part({ name, x, y = 0, scale = 1 }: PartProps) {
  return <path d={shapes[name]} transform={`translate(${x} ${y}) scale(${scale})`} />
}

interface PartProps {
  name: IconName
  x: number
  y?: number
  scale?: number
}

/** The corner of a QR code. */
function Corner({ x, y }: { x: number; y: number }) {
  return (
    <>
      <rect x={x} y={y} width="12" height="12" />
      <rect className={drawing.solid} x={x + 4} y={y + 4} width="4" height="4" />
    </>
  )
}

const pictures: Record<Way, ReactNode> = {
  // The till asks, the phone wants the PIN.
  mobile: (
    <>
      <Part name="arrowRight" x={6} y={16} />
      <Part name="phone" x={32} y={-2} scale={2.5} />
      {[54, 62, 70].map(x => (
        <circle key={x} className={drawing.solid} cx={x} cy="24" r="2.5" />
      ))}
    </>
  ),
  // The phone looks at the code.
  card: (
    <>
      <Corner x={6} y={8} />
      <Corner x={34} y={8} />
      <Corner x={6} y={36} />
      <path d="M26 28h4v4M36 28h4M44 32v4M28 40h4v6M38 42h6v5" />
      <path className={`${drawing.tone} ${drawing.dashed}`} d="M52 20l16 4M52 40l16-4" />
      <Part name="phone" x={60} y={6} scale={1.9} />
    </>
  ),
  // Notes and coins go into the till's drawer.
  cash: (
    <>
      <Part name="cash" x={4} y={-2} scale={2.4} />
      <Part name="arrowRight" x={64} y={15} />
      <circle cx="20" cy="48" r="5" />
      <circle cx="34" cy="48" r="5" />
    </>
  ),
  // The screen is green, the goods go.
  paid: (
    <>
      <rect className={drawing.paid} x="5" y="8" width="44" height="32" rx="5" />
      <path className={drawing.onPaid} d="M17 24l7 7 13-14" />
      <path d="M27 40v8M17 48h20" />
      <Part name="goods" x={56} y={10} scale={1.6} />
    </>
  ),
}
