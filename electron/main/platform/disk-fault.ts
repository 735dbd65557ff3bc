import type { DiskFault } from '../../../shared/disk-fault'
import { type Failure, type FailureCode, failure } from '../../../shared/ipc/result'

/** The codes of node:fs. */
const byCode: ReadonlyMap<unknown, DiskFault> = new Map<unknown, DiskFault>([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['ENOENT', 'gone'],
  ['ENOTDIR', 'gone'],
  ['ENODEV', 'gone'],
  ['ENXIO', 'gone'],
  ['ESTALE', 'gone'],
  ['EHOSTDOWN', 'gone'],
  ['EIO', 'io'],
])

/** What the disk did, by the code of an error or of what caused it; null where it was not the disk. Never throws. */
export function diskFault(error: unknown): DiskFault | null {
  if (!(error instanceof Error)) return null
  return byCode.get(Reflect.get(error, 'code')) ?? diskFault(error.cause)
}

/** A failed answer that says what the disk did, where it was the disk. */
export function diskFailure(
  code: FailureCode,
  error: unknown,
  message: string = String(error),
): Failure {
  const disk = diskFault(error)
  return { ...failure(code, message), ...(disk && { disk }) }
}
