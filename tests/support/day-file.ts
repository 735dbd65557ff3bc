import Papa from 'papaparse'

/** What the rows of a closing's file come to, each kind by itself. */
export function sumsOfDayFile(text: string): Record<string, number> {
  const csv = text.replace('\uFEFF', '')
  const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true })
  const sums: Record<string, number> = {}
  for (const { block = '', state = '', givenBack = '', amount } of data) {
    const kinds: Record<string, string> = { refund: `refund in ${givenBack}`, drawer: state }
    const kind = kinds[block] ?? block
    sums[kind] = (sums[kind] ?? 0) + Number(amount)
  }
  return sums
}
