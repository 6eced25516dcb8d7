import { LANGUAGE_PARAMETER } from '@stampus/contract/values/languages'
import { setUnexpectedError } from '@stampus/ui/fieldErrors'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { failed } from '#words'
import './app/app.css'
import { App } from './app/App.tsx'
import { followNamedLanguage, openingLanguage } from './shared/language.ts'

followNamedLanguage()
setUnexpectedError(failed)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )

// Lets the counter open without a network, in the language that was chosen.
const worker = `/counter/sw.js?${LANGUAGE_PARAMETER}=${openingLanguage()}`
if (import.meta.env.PROD)
  addEventListener('load', () => void navigator.serviceWorker?.register(worker).catch(() => undefined))
