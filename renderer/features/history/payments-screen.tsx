import { useTranslation } from 'react-i18next'
import { useNeedsAttention } from '../../sale-status/use-needs-attention'
import { type PaymentsList, show } from '../../stores/view-store'
import { Page } from '../../ui/page'
import { Segments } from '../../ui/segments'
import { AllPayments } from './all-payments'
import { ToDoList } from './needs-attention-list'
import styles from './payments-screen.module.css'

/** All payments, or those that wait for a person. */
export function PaymentsScreen({ list }: { list: PaymentsList }) {
  const { t } = useTranslation()
  const toDos = useNeedsAttention()
  return (
    <Page
      title={t('payments.title')}
      beside={
        <div className={styles.which}>
          <Segments
            label={t('payments.which')}
            value={list}
            options={[
              { value: 'all', label: t('payments.all') },
              { value: 'toDo', label: t('payments.toDo', { number: toDos.length }) },
            ]}
            onChange={next => show({ name: 'payments', list: next })}
          />
        </div>
      }
    >
      {list === 'all' ? <AllPayments /> : <ToDoList sales={toDos} />}
    </Page>
  )
}
