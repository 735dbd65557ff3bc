import { type ReactNode, useEffect, useRef } from 'react'

/**
 * A screen's heading. It takes the focus when the screen opens, so that a screen reader begins there
 * and a second Enter, pressed in a hurry, meets no button.
 */
export function PageTitle({
  className,
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={title} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
