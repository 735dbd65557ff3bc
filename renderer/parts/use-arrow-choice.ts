import { type FocusEvent, type KeyboardEvent, useRef } from 'react'

const arrowKeys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])

/**
 * Chooses what the arrow keys moved to, in a group of radio buttons.
 * HAZARD: Radix moves the focus in a task of its own and chooses only while the key is still down then: a
 * key that is up sooner (fast fingers, a busy computer) moved the ring and left the choice where it was.
 */
export function useArrowChoice() {
  const moving = useRef(false)
  return {
    group: {
      onKeyDownCapture: ({ key }: KeyboardEvent) => {
        moving.current = arrowKeys.has(key)
      },
    },
    item: {
      onFocus: ({ currentTarget }: FocusEvent<HTMLButtonElement>) => {
        if (!moving.current) return
        moving.current = false
        currentTarget.click()
      },
    },
  }
}
