import { useTranslation } from 'react-i18next'
import { countries } from '../../../../shared/countries'
import { SelectField } from '../../../ui/select-field'
import { type ControlProps, valueControl } from './control'

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
