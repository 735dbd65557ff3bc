/**
 * The countries of Africa (ISO 3166 alpha-2): the service is for their markets (§1). A shop is in one of them, and
 * their phone numbers are understood and shown in their local form. Numbers of all others need their country's code.
 */
export const countries: readonly string[] =
  'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG ZA ZM ZW'.split(
    ' ',
  )
