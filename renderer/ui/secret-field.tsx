import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { Field } from './field'
import styles from './secret-field.module.css'

/**
 * A secret that is typed once: its characters are hidden until the person wants to compare them. Not a
 * password field, which a browser would offer to keep and which has no role for screen readers.
 */
export function SecretField(props: ComponentProps<typeof Field>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      data-hidden={!shown || undefined}
      className={`${props.className ?? ''} ${styles.secret}`}
      trailing={
        <Button aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? t('settings.connection.hide') : t('settings.connection.show')}
        </Button>
      }
    />
  )
}
