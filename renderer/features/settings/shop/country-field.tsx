import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/select-field'

/** The countries of Africa (ISO 3166 alpha-2): the service is for their markets (§1). */
const countries =
  'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG ZA ZM ZW'.split(
    ' ',
  )

interface CountryFieldProps {
  value: string
  onChange: (country: string) => void
}

/** The country that a phone number typed without its code belongs to. */
export function CountryField({ value, onChange }: CountryFieldProps) {
  const { t, i18n } = useTranslation()
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([i18n.language, 'en'], { type: 'region' })
    return [...new Set([...countries, value])]
      .map(code => ({ value: code, label: names.of(code) ?? code }))
      .sort((one, other) => one.label.localeCompare(other.label))
  }, [i18n.language, value])
  return (
    <SelectField
      label={t('settings.shop.country')}
      hint={t('settings.shop.countryHint')}
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}
