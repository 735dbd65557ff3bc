export type { PracticeOptions } from './options'
export { type PracticeService, startPracticeService } from './service'
