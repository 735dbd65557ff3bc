import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { receiptSettingsSchema } from '../../../../shared/settings/receipts'
import { Button } from '../../../ui/button'
import { type ControlProps, valueControl } from '../form/control'
import styles from '../settings.module.css'

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
          onChange={event => {
            read(event.target.files?.[0])
            event.target.value = ''
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

/** A picture as paper shows it, small enough for the settings; null where it is none. */
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
