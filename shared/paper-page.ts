import type { Paper } from './settings/receipts'

/** What is drawn for paper: which paper is part of it. */
export interface PaperView {
  paper: Paper
}

/** How large a drawing came out, in CSS px (96 an inch). */
export interface DrawnSize {
  width: number
  height: number
}

/** What a page for paper offers to main, which is all that it does. */
export interface PaperPage<View extends PaperView> {
  /** Shows it; resolves with its size once its letters are there. */
  show(view: View): Promise<DrawnSize>
}

/** The strip of a roll that a thermal head prints, mm from the paper's edge: as in renderer/ui/theme/roll.css. */
export const rollStrips: Record<Exclude<Paper, 'a4'>, { left: number; width: number }> = {
  '58': { left: 5, width: 48 },
  '80': { left: 4, width: 72 },
}
