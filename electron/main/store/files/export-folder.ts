import { join } from 'node:path'

/**
 * Where a person finds what is exported. Hazard: Electron throws where the operating system names no
 * documents folder (one that was redirected to a drive which is not there): that must not keep the till
 * from starting, so its own data folder stands in.
 */
export function exportFolderOf(pathOf: (name: 'documents' | 'userData') => string): string {
  try {
    return join(pathOf('documents'), 'Kaunta')
  } catch {
    return join(pathOf('userData'), 'exports')
  }
}
