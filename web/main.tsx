import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import './app/app.css'
import { App } from './app/App.tsx'
import { watchFaults } from './app/faultWatch.ts'
import { holdInstallOffer } from './app/installOffer.ts'
import { isTakenOver } from './app/rendered.ts'
import { followOtherTabs } from './app/session.ts'
import { holdEarlyPicture } from './home/earlyPicture.ts'
import { claimDraftAtSignIn } from './submissions/draftClaim.ts'
import { Outbox } from './submissions/Outbox.tsx'

watchFaults()
holdInstallOffer()
followOtherTabs()
claimDraftAtSignIn()

const root = document.getElementById('root')
if (root) void begin(root)

async function begin(root: HTMLElement): Promise<void> {
  const app = (
    <StrictMode>
      <App />
      <Outbox />
    </StrictMode>
  )
  const isRendered = await isTakenOver(root)
  holdEarlyPicture(root)
  if (isRendered) hydrateRoot(root, app)
  else createRoot(root).render(app)
}
