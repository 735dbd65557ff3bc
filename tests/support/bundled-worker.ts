import { afterAll, beforeAll } from 'vitest'
import { type Bundle, bundle } from './bundle'
import { startWorkersFrom } from './parts'

/** For a test file that starts many workers: it bundles them first. */
export function bundleWorkers(): void {
  let bundled: Bundle
  beforeAll(async () => {
    bundled = await bundle({ worker: 'electron/main/backup/worker/worker.ts' })
    startWorkersFrom(bundled.file('worker'))
  })
  afterAll(() => {
    // Other files may run in this process after it.
    startWorkersFrom(null)
    bundled.remove()
  })
}
