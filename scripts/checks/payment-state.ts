import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where a payment's state is decided. Everything else asks shared/payment/status.ts what it is called. */
const allowed = ['shared/payment/', 'electron/main/payments/']
const sides = ['shared', 'electron', 'renderer']

/** A comparison of a payment's phase or outcome, in each of the forms that it takes in TypeScript. */
const comparisons = [
  /\bpayment\??\.(phase|outcome)\b/,
  /\.phase\b/,
  /\b(phase|outcome)\s*[!=]==/,
  /[!=]==\s*(\w+\.)*(phase|outcome)\b/,
  /\bswitch \((\w+\.)*(phase|outcome)\)/,
  /\.includes\((\w+\.)*(phase|outcome)\)/,
]

/** The lines of a file that compare a payment's phase or outcome where they may not, as `file:line`. */
export function comparedState(file: string, text: string): string[] {
  if (allowed.some(folder => file.startsWith(folder))) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      comparisons.some(form => form.test(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
    )
}

function sourceFiles(): string[] {
  return sides.flatMap(side =>
    readdirSync(side, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => path.posix.join(side, name.split(path.sep).join('/'))),
  )
}

function check(): void {
  const files = sourceFiles()
  const found = files.flatMap(file => comparedState(file, readFileSync(file, 'utf8')))
  for (const line of found) console.error(line)
  if (found.length > 0)
    console.error('Ask shared/payment/status.ts instead of comparing a phase or an outcome.')
  process.exitCode = found.length > 0 || files.length === 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) check()
