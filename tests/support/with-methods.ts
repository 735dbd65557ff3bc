/** The same object with other methods in the place of some: its own calls go to its own methods all the same. */
export function withMethods<Real extends object>(real: Real, methods: Partial<Real>): Real {
  const made: Real = Object.create(Object.getPrototypeOf(real))
  for (let type: object = made; type !== Object.prototype; type = Object.getPrototypeOf(type))
    for (const name of Object.getOwnPropertyNames(type)) {
      const method: unknown = Reflect.get(real, name)
      if (typeof method === 'function' && !Object.hasOwn(made, name))
        Object.defineProperty(made, name, { value: method.bind(real), writable: true })
    }
  return Object.assign(made, real, methods)
}
