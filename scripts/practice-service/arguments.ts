import { parseArgs } from 'node:util'
import type { RateLimit } from '../../electron/practice/access/rate-limiter'
import {
  type AnswerFormName,
  answerFormNameSchema,
  answerForms,
} from '../../electron/practice/answers/forms'
import type { PracticeOptions, PracticeService } from '../../tests/support/practice/start'

/** What a command line asks for. */
type Command =
  | { kind: 'start'; options: PracticeOptions; json: boolean }
  | { kind: 'mistake'; message: string }

const formNames = answerFormNameSchema.options
const nameWidth = Math.max(...formNames.map(name => name.length))
const formLines = formNames.map(
  name => `  ${name.padEnd(nameWidth)}  ${answerForms[name].description}`,
)

export const usage = `Use: npm run practice-service -- [options]

  --port N               the port to listen on, 0 for any free one (default)
  --prefix P             the first path segment (default "service")
  --key K --secret S     the credentials to accept (default: random)
  --environment E        sandbox (default) or production
  --session-seconds N    how long a payment can be paid (default: mobile 120, card 900)
  --approval-seconds N   how long a customer takes to answer (default 5)
  --speed N              divide the scenarios' own times (default 1)
  --answers FORM         the form of the answers about payments, see below (default enveloped)
  --rate-limit N/W       allow N requests in W seconds
  --books FILE           keep the payments in FILE over a restart
  --json                 print one line of JSON
  --help                 print this

Forms of --answers:
${formLines.join('\n')}`

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      port: text,
      prefix: text,
      key: text,
      secret: text,
      environment: text,
      'session-seconds': text,
      'approval-seconds': text,
      speed: text,
      answers: text,
      'rate-limit': text,
      books: text,
      json: flag,
    },
  }).values

type Values = ReturnType<typeof parse>

function number(name: string, value: string, fits: (number: number) => boolean): number {
  const result = Number(value)
  if (value.trim() === '' || !fits(result)) throw new Error(`--${name} ${value} is not possible.`)
  return result
}

const positive = (value: number) => Number.isFinite(value) && value > 0
const portNumber = (value: number) => Number.isInteger(value) && value >= 0 && value <= 65535

function environment(value: string): 'sandbox' | 'production' {
  if (value === 'sandbox' || value === 'production') return value
  throw new Error(`--environment ${value} is not possible: say sandbox or production.`)
}

function answerForm(value: string): AnswerFormName {
  const form = answerFormNameSchema.safeParse(value)
  if (form.success) return form.data
  throw new Error(`--answers ${value} is not possible: say ${formNames.join(', ')}.`)
}

function rateLimit(value: string): RateLimit {
  const [, limit, windowSeconds] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value) ?? []
  if (limit && windowSeconds) return { limit: Number(limit), windowSeconds: Number(windowSeconds) }
  throw new Error(`--rate-limit ${value} is not possible: 60/10 allows 60 requests in 10 seconds.`)
}

/** `{[name]: convert(value)}`, or nothing when the option was not given. */
const given = <Name extends string, Value, Result>(
  name: Name,
  value: Value | undefined,
  convert: (value: Value) => Result,
) => (value === undefined ? {} : { [name]: convert(value) })

function toOptions(values: Values): PracticeOptions {
  const session = values['session-seconds']
  const same = (value: string) => value
  return {
    ...given('port', values.port, value => number('port', value, portNumber)),
    ...given('pathPrefix', values.prefix, same),
    ...given('apiKey', values.key, same),
    ...given('apiSecret', values.secret, same),
    ...given('environment', values.environment, environment),
    ...given('sessionSeconds', session, value => {
      const seconds = number('session-seconds', value, positive)
      return { mobile: seconds, card: seconds }
    }),
    ...given('approvalSeconds', values['approval-seconds'], value =>
      number('approval-seconds', value, each => each === 0 || positive(each)),
    ),
    ...given('speed', values.speed, value => number('speed', value, positive)),
    ...given('answers', values.answers, answerForm),
    ...given('rateLimit', values['rate-limit'], rateLimit),
    ...given('booksFile', values.books, same),
  }
}

/** Reads a command line; `mistake` says what is wrong with it. */
export function parseCommand(args: readonly string[]): Command {
  try {
    const values = parse(args)
    return { kind: 'start', options: toOptions(values), json: values.json }
  } catch (error) {
    return { kind: 'mistake', message: error instanceof Error ? error.message : String(error) }
  }
}

const table = (rows: readonly (readonly [string, string, string])[]) => {
  const width = (column: 0 | 1) => Math.max(...rows.map(row => row[column].length))
  return rows.map(
    ([first, second, third]) => `  ${first.padEnd(width(0))}  ${second.padEnd(width(1))}  ${third}`,
  )
}

/** What a person needs to know about a service that has just started. */
export function reportFor(service: PracticeService): string {
  const { address, pathPrefix, environment, apiKey, apiSecret, answers, scenarios } = service
  return [
    'Practice payment service: no real money moves.',
    '',
    `  Address      ${address}`,
    `  Path prefix  ${pathPrefix}`,
    `  Environment  ${environment}`,
    `  API key      ${apiKey}`,
    `  API secret   ${apiSecret}`,
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
  const { control: _control, parts: _parts, stop: _stop, ...facts } = service
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
