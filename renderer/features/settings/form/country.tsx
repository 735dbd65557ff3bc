import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/select-field'
import { type ControlProps, valueControl } from './control'

/** The countries of Africa (ISO 3166 alpha-2): the service is for their markets (§1). */
const countries =
  'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG ZA ZM ZW'.split(
    ' ',
  )

export const country = valueControl<string>(props => <CountryField {...props} />)

function CountryField({ label, hint, value, onChange }: ControlProps<string>) {
  const { i18n } = useTranslation()
  const names = new Intl.DisplayNames([i18n.language, 'en'], { type: 'region' })
  const options = [...new Set([...countries, value])]
    .map(code => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return (
    <SelectField
      label={label}
      hint={hint ?? ''}
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}
