import type { ComponentType, ReactNode } from 'react'
import { create } from 'zustand'
import type { Failure } from '../../shared/ipc/result'

export interface FailureNoticeProps {
  failure: Failure
  children?: ReactNode
}

const useText = create<{ Text: ComponentType<FailureNoticeProps> | null }>(() => ({ Text: null }))

/** Gives failures their words. They come with those of the later screens: the first screen does without. */
export function giveFailuresText(Text: ComponentType<FailureNoticeProps>): void {
  useText.setState({ Text })
}

/** Why a call failed, as soon as its words are there. */
export function FailureNotice(props: FailureNoticeProps) {
  const { Text } = useText()
  return Text && <Text {...props} />
}
