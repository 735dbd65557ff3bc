import { type Outcome, runSchedule, type ScheduleOptions } from './schedule'
import { openDisk } from './till/disk'
import { createTrace } from './world/trace'

/** What many schedules came to. */
export interface Campaign {
  schedules: number
  calls: number
  failures: Outcome[]
}

/** Lives through the schedules of `count` seeds, one after another; stops at so many failures. */
export async function runCampaign(
  from: number,
  count: number,
  options: Omit<ScheduleOptions, 'disk'> & { mostFailures?: number } = {},
): Promise<Campaign> {
  const { mostFailures = 1, ...rest } = options
  const disk = openDisk()
  const campaign: Campaign = { schedules: 0, calls: 0, failures: [] }
  try {
    while (campaign.schedules < count && campaign.failures.length < mostFailures) {
      const outcome = await runSchedule(from + campaign.schedules, { ...rest, disk })
      campaign.schedules += 1
      campaign.calls += outcome.calls
      if (outcome.violations.length > 0) campaign.failures.push(outcome)
    }
  } finally {
    disk.close()
  }
  return campaign
}

/** One schedule once more, told line by line. */
export async function traceText(seed: number): Promise<string> {
  const disk = openDisk()
  const trace = createTrace()
  try {
    await runSchedule(seed, { disk, trace })
  } finally {
    disk.close()
  }
  return trace.lines().join('\n')
}

/** A failed schedule for a person: its seed, what was broken, how to see it again, its history. */
export async function report({ seed, violations }: Outcome): Promise<string> {
  const broken = violations.map(({ rule, text }) => `  ${rule}: ${text}`)
  return [
    `Seed ${seed} breaks:`,
    ...broken,
    `See it again: npm run simulate -- --from ${seed} --seeds 1 --trace`,
    await traceText(seed),
  ].join('\n')
}
