import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paperSchema, type ReceiptSettings } from '../../../../shared/settings/receipts'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { Choice } from '../../../ui/choice'
import { Field } from '../../../ui/field'
import { Segments } from '../../../ui/segments'
import { Group } from '../group'
import { SaveBar } from '../save-bar'
import { PrinterField } from './printer-field'
import { ReceiptPreview } from './receipt-preview'
import styles from './receipts-tab.module.css'
import { TestPrint } from './test-print'

/** What receipts look like, where they come out, and when; the preview is drawn as it is printed. */
export function ReceiptsTab() {
  const { t } = useTranslation()
  const saved = useTill(state => state.settings.receipts)
  const [how, setHow] = useState<ReceiptSettings>(saved)
  const [done, setDone] = useState(false)
  const { run, busy, failure } = useCall((next: ReceiptSettings) =>
    till.settings.saveReceipts(next),
  )

  const set = (change: Partial<ReceiptSettings>) => {
    setDone(false)
    setHow(typed => ({ ...typed, ...change }))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setDone((await run(how))?.ok ?? false)
  }
  return (
    <div className={styles.tab}>
      <form className={styles.form} onSubmit={save} noValidate>
        <Group title={t('settings.receipts.when')}>
          <Choice
            label={t('settings.receipts.when')}
            value={how.automatic ? 'automatic' : 'byHand'}
            options={[
              { value: 'byHand', label: t('settings.receipts.byHand') },
              { value: 'automatic', label: t('settings.receipts.automatic') },
            ]}
            error={null}
            onChange={when => set({ automatic: when === 'automatic' })}
          />
        </Group>
        <Group title={t('settings.receipts.where')}>
          <PrinterField value={how.printer} onChange={printer => set({ printer })} />
          <Labelled text={t('settings.receipts.paper')}>
            <Segments
              label={t('settings.receipts.paper')}
              className={styles.narrow}
              value={how.paper}
              options={paperSchema.options.map(value => ({
                value,
                label: t(`settings.receipts.papers.${value}`),
              }))}
              onChange={paper => set({ paper })}
            />
          </Labelled>
          <Labelled text={t('settings.receipts.sheets')}>
            <Segments
              label={t('settings.receipts.sheets')}
              value={String(how.sheets)}
              options={['1', '2', '3'].map(value => ({ value, label: value }))}
              onChange={sheets => set({ sheets: Number(sheets) })}
            />
          </Labelled>
          <TestPrint how={how} />
        </Group>
        <Group title={t('settings.receipts.look')}>
          <Labelled text={t('settings.receipts.language')}>
            <Segments
              label={t('settings.receipts.language')}
              value={how.language}
              options={[
                { value: 'en', label: t('language.en') },
                { value: 'sw', label: t('language.sw') },
              ]}
              onChange={language => set({ language })}
            />
          </Labelled>
          <Labelled text={t('settings.receipts.phone')}>
            <Segments
              label={t('settings.receipts.phone')}
              className={styles.narrow}
              value={how.showPhone ? 'shown' : 'hidden'}
              options={[
                { value: 'shown', label: t('settings.receipts.phoneShown') },
                { value: 'hidden', label: t('settings.receipts.phoneHidden') },
              ]}
              onChange={phone => set({ showPhone: phone === 'shown' })}
            />
          </Labelled>
          <Field
            label={t('settings.receipts.footer')}
            hint={t('settings.receipts.footerHint')}
            maxLength={300}
            value={how.footer}
            onChange={event => set({ footer: event.target.value })}
          />
        </Group>
        <SaveBar busy={busy} done={done} failure={failure} />
      </form>
      <ReceiptPreview how={how} />
    </div>
  )
}

/** A visible label for a group of radio buttons, which says its name itself. */
function Labelled({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.labelled}>
      <span aria-hidden="true">{text}</span>
      {children}
    </div>
  )
}
