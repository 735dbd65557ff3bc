import type { PackageFacts } from './texts'

interface Staged {
  /** Everything that is installed, below this folder. */
  root: string
  facts: PackageFacts
  /** The package to write. */
  file: string
  /** Larger, but made in a few seconds: for tests. */
  quick: boolean
}

/** A format of packages, and the distribution's own tool that makes them. Nothing is downloaded. */
export interface InstallerFormat {
  tool: string
  /** The Debian package that brings the tool. */
  from: string
  fileName: (facts: PackageFacts) => string
  /** Writes what the tool wants to know; gives the tool's arguments. */
  command: (staged: Staged) => Promise<string[]>
}
