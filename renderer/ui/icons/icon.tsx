import type { ReactNode } from 'react'
import styles from './icon.module.css'
import type { IconName } from './icon-name'

/** Our own icons: 24 × 24, drawn with one pen. */
const shapes: Record<IconName, ReactNode> = {
  plus: <path d="M12 5v14M5 12h14" />,
  list: <path d="M4.5 7h15M4.5 12h15M4.5 17h9" />,
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
      <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4M8.5 15.2l2.3 2.1 4.2-4.3" />
    </>
  ),
  sliders: (
    <>
      <path d="M4 7.5h8.5M17.5 7.5H20M4 16.5h2.5M11.5 16.5H20" />
      <circle cx="15" cy="7.5" r="2.5" />
      <circle cx="9" cy="16.5" r="2.5" />
    </>
  ),
  phone: (
    <>
      <rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
      <path d="M10.8 18.3h2.4" />
    </>
  ),
  card: (
    <>
      <rect x="2.5" y="5" width="19" height="14" rx="2.5" />
      <path d="M2.5 10h19M6.3 15h3.7" />
    </>
  ),
  check: <path d="M5 12.6l4.6 4.6L19 7.4" />,
  cross: <path d="M6.5 6.5l11 11m0-11l-11 11" />,
  question: (
    <>
      <path d="M8.9 8.9a3.2 3.2 0 1 1 4.7 2.8c-1 .6-1.6 1.2-1.6 2.5" />
      <path d="M12 18.4v.1" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.2V12l3.2 2" />
    </>
  ),
  hourglass: (
    <path d="M7 3.5h10M7 20.5h10M8 3.5v3.3c0 2.2 4 3.5 4 5.2s-4 3-4 5.2v3.3M16 3.5v3.3c0 2.2-4 3.5-4 5.2s4 3 4 5.2v3.3" />
  ),
  up: <path d="M12 19V5.8m-5.3 5.3L12 5.8l5.3 5.3" />,
  queue: <path d="M5.5 5h13M12 20V10m-4.3 4.3L12 10l4.3 4.3" />,
  person: (
    <>
      <circle cx="12" cy="7.8" r="3.8" />
      <path d="M4.8 20.2c.6-4 3.5-6 7.2-6s6.6 2 7.2 6" />
    </>
  ),
  alert: (
    <>
      <path d="M12 4.5v9.3" />
      <path d="M12 18.9v.1" />
    </>
  ),
  warn: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.3v5.2M12 16.4v.1" />
    </>
  ),
  barred: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M6.2 6.2l11.6 11.6" />
    </>
  ),
  undo: <path d="M8.5 5L4.5 9l4 4M4.8 9H15a4.7 4.7 0 0 1 0 9.5H9" />,
  square: <rect x="6.5" y="6.5" width="11" height="11" rx="1.5" />,
  search: (
    <>
      <circle cx="10.8" cy="10.8" r="6.3" />
      <path d="M15.6 15.6L20 20" />
    </>
  ),
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11.5" height="12" rx="2" />
      <path d="M15.5 8.3V5.5a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8.5a2 2 0 0 0 2 2h2.3" />
    </>
  ),
  save: (
    <path d="M12 4v10.5m-4.5-4.3l4.5 4.5 4.5-4.5M4.5 16v2.5a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5V16" />
  ),
  lock: (
    <>
      <rect x="4.5" y="10.5" width="15" height="10" rx="2.5" />
      <path d="M8 10.3V7.5a4 4 0 0 1 8 0v2.8" />
    </>
  ),
  backspace: (
    <>
      <path d="M8.7 5.5H19a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H8.7L3 12z" />
      <path d="M11.3 9.5l5 5m0-5l-5 5" />
    </>
  ),
  arrowLeft: <path d="M19.5 12H5m6-6.2L4.8 12l6.2 6.2" />,
  arrowRight: <path d="M4.5 12H19m-6-6.2l6.2 6.2-6.2 6.2" />,
  goods: (
    <>
      <path d="M5 8.5h14l-1 11.5H6z" />
      <path d="M8.8 11V7.2a3.2 3.2 0 0 1 6.4 0V11" />
    </>
  ),
  speech: (
    <path d="M5.5 4.5h13a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6.7L7 20v-3.5H5.5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2z" />
  ),
  plug: <path d="M9 3.5v5M15 3.5v5M6 8.5h12v2.7a6 6 0 0 1-12 0zM12 17.2v3.3" />,
  practice: (
    <path d="M12 4.5l9.5 4.6L12 13.7 2.5 9.1zM6.3 11.3v4.9c1.5 1.5 3.5 2.3 5.7 2.3s4.2-.8 5.7-2.3v-4.9" />
  ),
  sound: (
    <path d="M4 9.500h3.500L12 5.500v13l-4.500-4H4zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.800 7.800 0 0 1 0 11" />
  ),
  receipt: (
    <path d="M6 3.5l2 1.5 2-1.5 2 1.5 2-1.5 2 1.5 2-1.5v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9.5 9.5h5M9.5 13.5h5" />
  ),
  link: (
    <path d="M13.5 4.5h6v6M19.2 4.8l-8.7 8.7M17.5 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8.5a2 2 0 0 1 2-2h4" />
  ),
}

/** An icon, silent to screen readers: the word beside it speaks. */
export function Icon({ name, size = 'm' }: { name: IconName; size?: 's' | 'm' | 'l' | 'xl' }) {
  return (
    <svg className={`${styles.icon} ${styles[size]}`} viewBox="0 0 24 24" aria-hidden="true">
      {shapes[name]}
    </svg>
  )
}
