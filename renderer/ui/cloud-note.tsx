import { useTranslation } from 'react-i18next'
import { cloudOf } from '../../shared/cloud-folder'

/** Said of a file in a folder that a cloud copies: what is in it leaves this computer. */
export function CloudNote({ file }: { file: string }) {
  const { t } = useTranslation()
  const cloud = cloudOf(file)
  return cloud && <span>{t('exportFile.cloud', { cloud })}</span>
}
