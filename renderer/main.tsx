import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import './look/tokens.css'
import './look/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { ErrorBoundary } from './frame/error-boundary'
import { startLanguages } from './language/i18n'
import { followSounds } from './sound/follow-sounds'
import { offerApprovals } from './state/approval-store'
import { followMain } from './state/follow-main'

startLanguages()
followMain()
followSounds()
offerApprovals()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  )
