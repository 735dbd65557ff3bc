/** One text inside the support file, as a person reads it before it is saved. */
export interface SupportFile {
  /** Its name inside the zip: `till.json`, `log.txt` … */
  name: string
  text: string
}
