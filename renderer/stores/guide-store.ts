import { create } from 'zustand'

/** The pages of the guide, as their files are called: one question each. */
export const guidePages = [
  'first-hour',
  'take-a-payment',
  'unclear-payment',
  'did-it-go-through',
  'give-money-back',
  'close-the-day',
  'lost-pin',
  'new-computer',
  'several-tills',
  'webhook',
  'updates-and-backups',
  'what-leaves',
] as const

export type GuidePage = (typeof guidePages)[number]

/** The page that is open over the screen. */
export const useGuide = create<{ page: GuidePage | null }>(() => ({ page: null }))

/** Opens a page of the guide over the screen, which stays as it is. */
export function openGuide(page: GuidePage): void {
  useGuide.setState({ page })
}
