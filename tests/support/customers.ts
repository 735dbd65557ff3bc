import { forEachField } from '../../shared/payment/customer-fields'

/** A customer of whom nothing is known. */
export const noDetails = forEachField(() => null)

/** The texts of a form in which nothing is filled in. */
export const noTexts = forEachField(() => '')
