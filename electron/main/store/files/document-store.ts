import { existsSync } from 'node:fs'
import { join } from 'node:path'
import ElectronStore from 'electron-store'

/** Where one plain JSON document of the till is kept: nothing that decides about money, people or trust. */
export interface DocumentStore {
  /** Null where there is no file. What is no JSON counts as empty. Throws what node:fs throws; so does `write`. */
  read(): unknown
  write(document: object): void
}

/** The file `<name>.json` in the data folder, by electron-store. */
export function createDocumentStore(directory: string, name: string): DocumentStore {
  const open = () =>
    new ElectronStore({ cwd: directory, name, configFileMode: 0o600, clearInvalidConfig: true })
  return {
    read: () => (existsSync(join(directory, `${name}.json`)) ? open().store : null),
    write(document) {
      open().store = { ...document }
    },
  }
}
