import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '../../ui/theme/tokens.css'
import '../../ui/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLanguages } from '../../i18n/i18n'
import { ErrorBoundary } from '../../layout/error-boundary'
import { followMain } from '../../stores/follow-main'
import { offerDialogs } from '../../stores/waiting-call'
import { followEnter } from '../../typing/enter-press'
import { followSounds } from '../../ui/sound/player'
import { App } from './app'

startLanguages()
followMain()
followEnter()
followSounds()
offerDialogs()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  )
