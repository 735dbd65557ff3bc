import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '../look/tokens.css'
import '../look/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLanguages } from '../language/i18n'
import { CustomerApp } from './customer-app'

startLanguages()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <CustomerApp />
    </StrictMode>,
  )
