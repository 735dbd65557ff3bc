import { create } from 'zustand'

/** Which sale was answered to a press that asked for something else, if any. */
export const useEarlierPress = create<{ saleId: string | null }>(() => ({ saleId: null }))

/** Notes that this sale had been recorded by an earlier press with other details. */
export function noteEarlier(saleId: string): void {
  useEarlierPress.setState({ saleId })
}
