/** Why a file could not be written or read, where each is ended in another way. */
export type DiskFault =
  /** Of the disk, or of what this person may use of it. */
  | 'full'
  /** The disk, the folder or this person's rights. */
  | 'read-only'
  /** Its folder, or the disk or share under it, is not there. */
  | 'gone'
  /** The disk answered with an error. */
  | 'io'
