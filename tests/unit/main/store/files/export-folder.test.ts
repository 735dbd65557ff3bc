import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportFolderOf } from '../../../../../electron/main/store/files/export-folder'

describe('the folder of exports', () => {
  it('is among the documents', () => {
    expect(exportFolderOf(name => join('/home/asha', name))).toBe('/home/asha/documents/Kaunta')
  })

  it('is next to the ledger where there is no folder of documents', () => {
    const pathOf = (name: string) => {
      if (name === 'documents') throw new Error("Failed to get 'documents' path")
      return '/data'
    }
    expect(exportFolderOf(pathOf)).toBe('/data/exports')
  })
})
