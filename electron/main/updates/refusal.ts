import type { UpdateRefusal } from '../../../shared/updates'

/** An update that is not taken. The till that runs stays as it is. */
export class UpdateRefused extends Error {
  constructor(
    readonly why: UpdateRefusal,
    detail: string,
  ) {
    super(detail)
    this.name = 'UpdateRefused'
  }
}
