import { customerFields, forEachField } from '../../shared/payment/customer-fields'
import { mobileRequest } from './conformance/contract'

/** A customer without any details. */
export const noDetails = forEachField(() => null)

/** A customer with all details: the one of the contract's example. */
export const allDetails = forEachField(name => mobileRequest.customer[customerFields[name].sentAs])

/** The texts of a form in which nothing is filled in. */
export const noTexts = forEachField(() => '')
