import type { PaymentEvent } from '../../../../shared/payment/event'
import { type CsvCell, dayOf, textCell, timeOf } from '../../platform/csv'
import type { ExportWords } from './export-words'

/** The first line of a history's export. */
export function historyHeadings({ column }: ExportWords): string[] {
  return [column.number, column.day, column.time, column.event, column.person, column.details]
}

/**
 * A sale's events as lines of a spreadsheet, as raw as they are kept: for someone who has to prove what
 * happened. Events hold no secret.
 */
export function historyRows(events: readonly PaymentEvent[]): CsvCell[][] {
  return events.map((event, index) => [
    index + 1,
    dayOf(event.at),
    timeOf(event.at),
    event.type,
    textCell('person' in event ? (event.person?.name ?? null) : null),
    textCell(detailsOf(event)),
  ])
}

function detailsOf(event: PaymentEvent): string {
  const { type: _type, at: _at, ...facts } = event
  return Object.entries(facts)
    .filter(([name, value]) => name !== 'person' && !isEmpty(value))
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('; ')
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
