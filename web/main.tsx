import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import './app/app.css'
import { App } from './app/App.tsx'
import { isTakenOver } from './app/routes/rendered.ts'
import { holdInstallOffer } from './app/shell/installOffer.ts'
import { holdEarlyPicture } from './features/home/earlyPicture.ts'
import { Outbox } from './features/submissions/Outbox.tsx'
import { watchFaults } from './shared/errors/faultWatch.ts'
import { claimDraftAtSignIn } from './shared/receipts/draftClaim.ts'
import { followOtherTabs } from './shared/storage/session.ts'

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
