/**
 * What proves the tests, or judges every screen: it takes minutes, and says nothing new while nothing of it has
 * changed. It runs again when one of its paths differs from the last green commit, in `npm test -- --all`, and by name.
 */
export type Proof = (typeof proofs)[number]

export const proofs = ['planted-bugs', 'oldest-postgres', 'planted-in-shop', 'screens'] as const

/** Folders and files of this project. What every run is made of belongs to each proof. */
const everyRun = [
  'package-lock.json',
  'vitest.config.ts',
  'playwright.config.ts',
  'scripts/tests',
  'tests/support',
]
const paymentPath = [
  'electron/main/backup/worker/hold-unsent.ts',
  'electron/main/payments',
  'electron/main/sales',
  'electron/main/service',
  'electron/main/store',
  'electron/main/platform',
  'shared/payment',
  'shared/money.ts',
  'tests/simulation',
]
const shopDatabase = [
  ...['electron/main/shop', 'resources/shop-database'],
  ...['tests/unit/main/shop', 'tools/postgres'],
]

const paths: Readonly<Record<Proof, readonly string[]>> = {
  'planted-bugs': [...everyRun, ...paymentPath],
  'oldest-postgres': [...everyRun, ...shopDatabase, 'scripts/shop-database'],
  'planted-in-shop': [...everyRun, ...paymentPath, ...shopDatabase],
  screens: [...everyRun, 'renderer', 'resources/languages', 'tests/e2e', 'electron.vite.config.ts'],
}

/** The proofs of which nothing is among these changed files. */
export function unchangedProofs(changed: readonly string[]): Proof[] {
  const isIn = (file: string, place: string) => file === place || file.startsWith(`${place}/`)
  return proofs.filter(
    proof => !paths[proof].some(place => changed.some(file => isIn(file, place))),
  )
}

/** Every path that a proof depends on. */
export const pathsOfProofs = (): string[] => [...new Set(Object.values(paths).flat())]

/** The variable in which the test runners are told which proofs to leave out. */
const variable = 'KAUNTA_UNCHANGED'

export const leavingOut = (unchanged: readonly Proof[]): Record<string, string> => ({
  [variable]: unchanged.join(','),
})

/** For a test: true where this proof is left out of the run. */
export function isUnchanged(proof: Proof, env: NodeJS.ProcessEnv = process.env): boolean {
  return (env[variable] ?? '').split(',').includes(proof)
}
