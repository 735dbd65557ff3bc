import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ValueOf } from '../../../../shared/ipc/contract'
import { receiptSettingsSchema } from '../../../../shared/settings/receipts'
import { till } from '../../../bridge/till'
import { useAnswer } from '../../../hooks/use-answer'
import { useCall } from '../../../hooks/use-call'
import { Answered } from '../../../ui/answered'
import { Button } from '../../../ui/button'
import { CallButton } from '../../../ui/call-button'
import { FailureNotice } from '../../../ui/failure-notice'
import { SelectField } from '../../../ui/select-field'
import { type ControlProps, valueControl } from '../controls'
import { DoneMark } from '../group'
import type { SettingsInForm } from '../setting-path'
import styles from '../settings.module.css'

/** '' is the computer's default printer. */
export const printer = valueControl<string>(props => <PrinterField {...props} />)

/** The system's printers of this moment. One that was chosen and is gone stays in the list. */
function PrinterField({ label, value, onChange }: ControlProps<string>) {
  const { t } = useTranslation()
  const [printers, setPrinters] = useState<ValueOf<'receipts', 'printers'> | null>(null)
  const { run, busy, failure } = useCall(() => till.receipts.printers(), setPrinters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is new at each render; it runs once, and then by the button
  useEffect(() => {
    run()
  }, [])
  const found = (printers ?? []).map(({ name, displayName }) => ({
    value: name,
    label: displayName,
  }))
  const isListed = value === '' || found.some(option => option.value === value)
  const gone = printers === null ? value : t('settings.receipts.gone', { name: value })
  return (
    <div className={styles.printer}>
      <SelectField
        label={label}
        value={value}
        options={[
          { value: '', label: t('settings.receipts.default') },
          ...found,
          ...(isListed ? [] : [{ value, label: gone }]),
        ]}
        onChange={onChange}
      />
      <Button busy={busy} onClick={() => run()}>
        {t('settings.receipts.lookAgain')}
      </Button>
      {printers?.length === 0 && <p>{t('settings.receipts.noPrinters')}</p>}
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}

/** Prints a sample with what is chosen in the form, saved or not. */
export function TestPrint({ settings }: { settings: SettingsInForm }) {
  const { t } = useTranslation()
  const [done, setDone] = useState(false)
  const test = () => {
    setDone(false)
    return till.receipts.testPrint(settings.receipts)
  }
  return (
    <div className={styles.line}>
      <CallButton icon="receipt" call={test} onDone={() => setDone(true)}>
        {t('settings.receipts.test')}
      </CallButton>
      <DoneMark text={done ? t('settings.receipts.tested') : null} />
    </div>
  )
}

/** A pause in typing after which the receipt is drawn again, ms. */
const pause = 300

/** The page that is printed, as a picture: the two cannot look different. */
export function ReceiptPreview({ settings }: { settings: SettingsInForm }) {
  const { receipts } = settings
  const { t } = useTranslation()
  const drawn = useAnswer(() => till.receipts.preview(receipts), null, { again: receipts, pause })
  return (
    <figure className={styles.preview} data-paper={receipts.paper}>
      <figcaption>{t('settings.receipts.preview')}</figcaption>
      <Answered of={drawn} asking={t('app.loading')}>
        {({ picture }) => <img src={picture} alt={t('settings.receipts.preview')} />}
      </Answered>
    </figure>
  )
}

/** '' is no logo. */
export const logo = valueControl<string>(props => <LogoField {...props} />)

function LogoField({ label, value, onChange }: ControlProps<string>) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [bad, setBad] = useState(false)
  const read = async (file: File | undefined) => {
    if (!file) return
    const picture = await blackAndWhite(file)
    setBad(picture === null)
    if (picture !== null) onChange(picture)
  }
  return (
    <div className={styles.labelled}>
      <span>{label}</span>
      <div className={styles.line}>
        {value !== '' && <img className={styles.logo} src={value} alt={label} />}
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={label}
          hidden
          onChange={({ target }) => {
            read(target.files?.[0])
            target.value = ''
          }}
        />
        <Button onClick={() => input.current?.click()}>{t('settings.receipts.logoChoose')}</Button>
        {value !== '' && <Button onClick={() => onChange('')}>{t('app.remove')}</Button>}
      </div>
      {bad && <p role="alert">{t('settings.receipts.logoBad')}</p>}
    </div>
  )
}

/** The printable strip of an 80 mm roll, and 20 mm, in dots. */
const widest = 576
const highest = 160

/** A picture as paper shows it, small enough for the settings; null for another file. */
async function blackAndWhite(file: File): Promise<string | null> {
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, widest / image.width, highest / image.height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.width * scale))
    canvas.height = Math.max(1, Math.round(image.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return null
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
    withoutGrey(pixels.data)
    context.putImageData(pixels, 0, 0)
    const address = canvas.toDataURL('image/png')
    return receiptSettingsSchema.shape.logo.safeParse(address).success ? address : null
  } catch {
    // No picture that Chromium can read.
    return null
  }
}

function withoutGrey(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const sum = (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)
    pixels.fill(sum < 3 * 128 ? 0 : 255, at, at + 3)
  }
}
