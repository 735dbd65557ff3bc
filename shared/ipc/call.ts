import { z } from 'zod'
import type { AuditAction, AuditDetail } from '../audit-entry'
import type { Role } from '../staff'

/**
 * Who may make a call at the least. `anyone`: also while the till is locked, and no person is signed in.
 * `owner-or-closed`: an owner, and anyone at a till that is closed: the call can only replace what is there.
 */
export type LeastRole = 'anyone' | Role | 'owner-or-closed'

/** What goes into the audit log before a call is carried out. Never a secret, never a customer. */
export type Recording<Argument> = (argument: Argument) => {
  action: AuditAction
  detail: AuditDetail
}

/** How a call goes into the audit log. */
export type Audit<Argument> =
  | Recording<Argument>
  /** It only reads, or draws. */
  | 'changes-nothing'
  /** By the part that carries it out, which knows more of it; or in the payment's own history. */
  | 'recorded-elsewhere'

/** One call that a window may make: who may, what it takes, checked in main, and what it answers. */
export interface Call<Argument extends z.ZodType, Value> {
  role: LeastRole
  argument: Argument
  /** Null for a cashier's: the payment's own history has it, or it is not worth an entry. */
  audit: Audit<never> | null
  /** Never there at run time: carries the answer's type. */
  value?: Value
}

/** What takes more than a cashier does not compile without its audit. */
interface Declare<Value> {
  <Argument extends z.ZodType>(
    role: 'anyone' | 'cashier',
    argument: Argument,
  ): Call<Argument, Value>
  <Argument extends z.ZodType>(
    role: Exclude<LeastRole, 'anyone' | 'cashier'>,
    argument: Argument,
    audit: Audit<z.output<Argument>>,
  ): Call<Argument, Value>
}

/** A call that answers `Value`: the least role, the argument's schema, and how it goes into the audit log. */
export function call<Value>(): Declare<Value> {
  return <Argument extends z.ZodType>(
    role: LeastRole,
    argument: Argument,
    audit: Audit<never> | null = null,
  ): Call<Argument, Value> => ({ role, argument, audit })
}

/**
 * What proves an owner, as it was typed; '' until main asks for it. A call with it is carried out only after it was found
 * right: electron/main/people/owner-proof.ts.
 */
export const ownerProof = { proof: z.string().max(500).default('') }

/** The argument of a call that takes none. */
export const nothing = z.undefined()

/** The argument of a call about one payment. */
export const onePayment = z.strictObject({ paymentId: z.uuid() })
