import fc from 'fast-check'
import type { Parsers } from './parsers'
import { type PaymentRunSpec, paymentRunSpec, runPayment } from './payment-run'

export interface Hunt {
  lives: number
  /** Answers that went through the parsers. */
  answers: number
  seed: number
  ms: number
  /** The longest that one life took, ms. */
  slowest: number
  classes: ReadonlyMap<string, number>
  failure: { after: number; path: string; message: string; smallest: string } | null
}

interface HuntOptions {
  runs: number
  seed: number
  /** Goes straight to a failure that was found before (fast-check's path). */
  path?: string
  /** Stops after so many ms without calling it a failure. */
  within?: number
  /** Looks for the smallest failure: takes a while. */
  shrink?: boolean
}

/** Lives `runs` generated lives; the same seed lives the same ones. */
export function hunt(parsers: Parsers, options: HuntOptions): Hunt {
  const { runs, seed, path = '', within, shrink = true } = options
  const classes = new Map<string, number>()
  const noteAnswer = (kind: string) => classes.set(kind, (classes.get(kind) ?? 0) + 1)
  const began = performance.now()
  let slowest = 0
  const property = fc.property(paymentRunSpec, spec => {
    const start = performance.now()
    runPayment(parsers, spec, noteAnswer)
    slowest = Math.max(slowest, performance.now() - start)
  })
  const details = fc.check(property, {
    numRuns: runs,
    seed,
    path,
    endOnFailure: !shrink,
    ...(within !== undefined && { interruptAfterTimeLimit: within }),
  })
  const answers = [...classes].filter(([kind]) => !kind.startsWith('outcome'))
  return {
    lives: details.numRuns,
    answers: answers.reduce((sum, [, count]) => sum + count, 0),
    seed,
    ms: performance.now() - began,
    slowest,
    classes,
    failure: failureOf(details),
  }
}

/** A failure as text, with the command that goes straight to it; empty when there is none. */
export function failureText({ seed, failure }: Hunt): string {
  if (!failure) return ''
  const again = `npm run hostile -- --seed ${seed} --path ${failure.path}`
  return `${again}\n${failure.message}\n${failure.smallest}`
}

function failureOf(details: fc.RunDetails<[PaymentRunSpec]>): Hunt['failure'] {
  if (!details.failed) return null
  const error = details.errorInstance
  return {
    after: details.numRuns,
    path: details.counterexamplePath ?? '',
    message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    smallest: fc.stringify(details.counterexample).slice(0, 3_000),
  }
}
