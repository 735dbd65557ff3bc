import { create } from 'zustand'

/** Which payment was answered to a press that asked for something else, if any. */
export const useEarlierPress = create<{ paymentId: string | null }>(() => ({ paymentId: null }))

/** Notes that this payment had been recorded by an earlier press with other details. */
export function noteEarlier(paymentId: string): void {
  useEarlierPress.setState({ paymentId })
}
