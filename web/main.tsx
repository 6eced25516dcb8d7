import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/app.css'
import { App } from './app/App.tsx'
import { followOtherTabs } from './app/session.ts'
import { claimDraftAtSignIn } from './submissions/draftClaim.ts'

followOtherTabs()
claimDraftAtSignIn()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
