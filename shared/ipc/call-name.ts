/** A call as the audit log and an approval name it: an action on a payment by its own name, as `sales.resolve`. */
export function nameOfCall(name: string, argument: unknown): string {
  if (name !== 'sales.act' && name !== 'sales.decide') return name
  const action: unknown = Reflect.get(Object(argument), 'action')
  return typeof action === 'string' ? `sales.${action}` : name
}
