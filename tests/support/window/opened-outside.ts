import type { Till } from './till'

/** Main no longer opens other programs: it keeps the addresses, and nothing leaves the machine. */
export async function keepOpenedAddresses({ app }: Till): Promise<void> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async address => {
      opened.push(address)
    }
  })
}

/** The addresses that main wanted to open, oldest first. */
export function openedAddresses({ app }: Till): Promise<string[]> {
  return app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}
