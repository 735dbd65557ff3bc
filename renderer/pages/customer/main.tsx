import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '../../ui/theme/tokens.css'
import '../../ui/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { addAllTexts } from '../../i18n/all-texts'
import { startLanguages } from '../../i18n/i18n'
import { CustomerApp } from './customer-app'

startLanguages()
addAllTexts()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <CustomerApp />
    </StrictMode>,
  )
