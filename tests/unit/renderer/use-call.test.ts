import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useCall } from '../../../renderer/hooks/use-call'
import { type Result, success } from '../../../shared/ipc/result'

type Call = (isReady: boolean) => Promise<Result<null>> | null
type Press = ReturnType<typeof useCall<[boolean], null>>['run']

function Button({ call, drawn }: { call: Call; drawn: (press: Press) => void }) {
  drawn(useCall(call).run)
  return null
}

/** What a press of a drawn button does. */
function buttonFor(call: Call): Press {
  const presses: Press[] = []
  renderToString(createElement(Button, { call, drawn: press => void presses.push(press) }))
  const [press] = presses
  if (!press) throw new Error('Nothing was drawn')
  return press
}

it('a second press while a call runs makes no second call, and one after it does', async () => {
  const answers: ((result: Result<null>) => void)[] = []
  const press = buttonFor(() => new Promise(resolve => answers.push(resolve)))
  const first = press(true)
  expect(await press(true)).toBeNull()
  expect(answers).toHaveLength(1)
  answers[0]?.(success(null))
  expect(await first).toEqual(success(null))
  press(true)
  expect(answers).toHaveLength(2)
})

it('a press that calls nothing yet leaves the next one free', async () => {
  let made = 0
  const press = buttonFor(isReady => {
    if (!isReady) return null
    made += 1
    return Promise.resolve(success(null))
  })
  expect(await press(false)).toBeNull()
  expect(await press(true)).toEqual(success(null))
  expect(made).toBe(1)
})
