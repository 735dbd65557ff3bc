/** A call as the audit log and an approval name it: an action on a payment by its own name, as `payments.resolve`. */
export function nameOfCall(name: string, argument: unknown): string {
  if (name !== 'payments.act' && name !== 'payments.decide') return name
  const action: unknown = Reflect.get(Object(argument), 'action')
  return typeof action === 'string' ? `payments.${action}` : name
}
