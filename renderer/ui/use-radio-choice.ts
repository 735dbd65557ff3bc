import { type FocusEvent, type KeyboardEvent, useRef } from 'react'

const arrowKeys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])

/**
 * What a group of radio buttons and each of them are told, so that the chosen option is reported and the
 * arrow keys choose what they move to.
 * HAZARD: Radix moves the focus in a task of its own and chooses only while the key is still down then: a
 * key that is up sooner (fast fingers, a busy computer) moved the ring and left the choice where it was.
 */
export function useRadioChoice<Value extends string>(
  options: readonly { value: Value }[],
  onChange: (value: Value) => void,
) {
  const moving = useRef<boolean>(false)
  return {
    group: {
      onKeyDownCapture: ({ key }: KeyboardEvent) => {
        moving.current = arrowKeys.has(key)
      },
      onValueChange: (chosen: string) => {
        const option = options.find(({ value }) => value === chosen)
        if (option) onChange(option.value)
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
