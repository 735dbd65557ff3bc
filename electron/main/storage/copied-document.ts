import type { RecoveredDocument } from '../../../shared/ipc/till-state'
import { createDocumentStore, type DocumentStore } from './document-store'

/**
 * A document that is kept twice, `<name>.json` and `<name>.copy.json`: for what a shop cannot type in
 * again, or should not have to. `recovered` is told of a copy that was needed.
 *
 * The copy is written first. A crash between the two leaves it a step ahead, and while the document
 * itself is sound nobody reads it. HAZARD: the other way round it could hold keys that were replaced.
 */
export function createCopiedDocument(
  directory: string,
  name: RecoveredDocument['name'],
  recovered: (document: RecoveredDocument) => void,
): DocumentStore {
  const main = createDocumentStore(directory, name)
  const copy = createDocumentStore(directory, `${name}.copy`)
  const exists = (store: DocumentStore) => store.read().state !== 'none'
  return {
    read: main.read,
    write(document) {
      copy.write(document)
      main.write(document)
    },
    quarantine() {
      // One that is not sound either: the next document must not be written over it.
      if (exists(copy)) copy.quarantine()
      return main.quarantine()
    },
    recover(isSound) {
      const stored = copy.read()
      if (stored.state !== 'read' || !isObject(stored.document) || !isSound(stored.document))
        return null
      // A crash behind it leaves the copy alone, which is recovered at the next start.
      const keptAs = exists(main) ? main.quarantine() : null
      main.write(stored.document)
      recovered({ name, keptAs })
      return stored.document
    },
  }
}

function isObject(document: unknown): document is object {
  return typeof document === 'object' && document !== null
}
