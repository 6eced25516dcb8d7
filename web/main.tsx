import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/app.css'
import { App } from './app/App.tsx'
import { watchFaults } from './app/faultWatch.ts'
import { holdInstallOffer } from './app/installOffer.ts'
import { followOtherTabs } from './app/session.ts'
import { claimDraftAtSignIn } from './submissions/draftClaim.ts'
import { Outbox } from './submissions/Outbox.tsx'

watchFaults()
holdInstallOffer()
followOtherTabs()
claimDraftAtSignIn()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
      <Outbox />
    </StrictMode>,
  )
}
