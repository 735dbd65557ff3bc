import { answerForms } from '../answers/forms'
import type { PracticeService } from '../service'

const table = (rows: readonly (readonly [string, string, string])[]) => {
  const width = (column: 0 | 1) => Math.max(...rows.map(row => row[column].length))
  return rows.map(
    ([first, second, third]) => `  ${first.padEnd(width(0))}  ${second.padEnd(width(1))}  ${third}`,
  )
}

/** What a person needs to know about a service that has just started. */
export function reportFor(service: PracticeService): string {
  const { address, pathPrefix, environment, apiKey, apiSecret, answers, scenarios } = service
  const { controlToken } = service
  return [
    'Practice payment service: no real money moves.',
    '',
    `  Address      ${address}`,
    `  Path prefix  ${pathPrefix}`,
    `  Environment  ${environment}`,
    `  API key      ${apiKey}`,
    `  API secret   ${apiSecret}`,
    ...(controlToken === null ? [] : [`  Control      Authorization: Bearer ${controlToken}`]),
    `  Answers      ${answers}: ${answerForms[answers].description}`,
    '',
    "The customer's phone number chooses what happens. With any other number a mobile payment is",
    'approved, and a card payment waits for its checkout page.',
    '',
    ...table(scenarios.map(({ phone, title, description }) => [phone, title, description])),
    '',
    'Press Ctrl-C to stop.',
    '',
  ].join('\n')
}

/** The same for a program: one line. */
export function jsonFor(service: PracticeService): string {
  const { control: _control, stop: _stop, ...facts } = service
  return `${JSON.stringify(facts)}\n`
}

/** What went wrong at the start, and what to do about it. */
export function adviceFor(error: unknown, port: number | undefined): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another with --port, or leave it out to get a free one.`
  if (code === 'EACCES')
    return `Port ${port} needs special rights. Choose one above 1023 with --port.`
  return error instanceof Error ? error.message : String(error)
}
