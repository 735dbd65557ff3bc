import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '../../ui/theme/tokens.css'
import '../../ui/theme/base.css'
import '../../ui/theme/roll.css'
import './closing.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type ClosingView, closingPageName } from '../../../shared/day/closing-page'
import type { PaperPage } from '../../../shared/paper-page'
import { ClosingPaper, ShiftPaper } from '../../features/cash-up/closing-paper'
import { RecoveryCodePaper } from '../../features/settings/support/recovery-code-paper'
import { addAllTexts } from '../../i18n/all-texts'
import { speak, startLanguages } from '../../i18n/i18n'

declare global {
  interface Window {
    [closingPageName]?: PaperPage<ClosingView>
  }
}

startLanguages()
addAllTexts()

function DayPaper({ view }: { view: ClosingView }) {
  if ('shift' in view) return <ShiftPaper shift={view.shift} />
  if ('recoveryCode' in view) return <RecoveryCodePaper {...view} />
  return <ClosingPaper cashUp={view.cashUp} copiedAt={view.copiedAt} />
}

/** The page's whole work: main hands it a closing, a shift or a recovery code, and prints what it shows. It knows no way to main. */
window[closingPageName] = {
  async show(view) {
    const { language, paper } = view
    await speak(language)
    document.documentElement.dataset.paper = paper
    const place = document.getElementById('closing')
    if (!place) throw new Error('The page has no place for a closing')
    const root = createRoot(place)
    flushSync(() => root.render(<DayPaper view={view} />))
    await document.fonts.ready
    const { width, height } = document.documentElement.getBoundingClientRect()
    return { width, height }
  },
}
