import type { HandlersOf } from '../../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { SupportFile as Entry } from '../../../../shared/support-file'
import { diskFailure } from '../../platform/disk-fault'
import { dayOf, timeOf } from '../../platform/local-time'
import { writeNewFile } from './new-file'
import type { SupportSource } from './support-facts'

interface SupportFileParts extends SupportSource {
  /** Where a person finds what is exported. */
  exportFolder: string
  showItemInFolder: (file: string) => void
}

/** The zip that a shop sends to the person who helps it: no customer, no key, no person's name. */
export class SupportFile implements HandlersOf<'support'> {
  private collected: Entry[] | null = null
  private saved: string | null = null

  constructor(private readonly parts: SupportFileParts) {}

  /** What the zip would hold now. Nothing is written. */
  async collect(): Promise<Result<Entry[]>> {
    const { supportFacts } = await import('./support-facts')
    this.collected = supportFacts(this.parts)
    return success(this.collected)
  }

  /** Writes exactly what was collected last; gives the path. */
  async save(): Promise<Result<string>> {
    // Kept now: another collection may come while the library is loaded.
    const { collected } = this
    if (collected === null) return failure('not-exported', 'Nothing was collected')
    const { strToU8, zipSync } = await import('fflate/browser')
    const at = this.parts.clock.wall()
    const name = `kaunta-support-${dayOf(at)}T${timeOf(at).replaceAll(':', '-')}`
    const files = collected.map(one => [one.name, strToU8(one.text)])
    const zip = zipSync(Object.fromEntries(files))
    try {
      this.saved = await writeNewFile(this.parts.exportFolder, name, 'zip', zip)
      return success(this.saved)
    } catch (error) {
      return diskFailure('not-exported', error)
    }
  }

  /** Shows what was saved last in the computer's own folder window. */
  showInFolder(): Result<null> {
    if (this.saved === null) return failure('not-allowed', 'No support file was saved')
    this.parts.showItemInFolder(this.saved)
    return success(null)
  }
}
