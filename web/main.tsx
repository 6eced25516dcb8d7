import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import './app/app.css'
import { App } from './app/App.tsx'
import { canHydrate } from './app/routes/hydration.ts'
import { keepInstallOffer } from './app/shell/installOffer.ts'
import { rememberEarlyPicture } from './app/shell/snap/earlyPicture.ts'
import { claimDraftsAtSignIn, Outbox } from './features/submissions/Outbox.tsx'
import { watchErrors } from './shared/errors/errorWatch.ts'
import { followChosenLanguage, followNamedLanguage, renewChosenLanguage } from './shared/language.ts'
import { followDraftsOfOtherTabs } from './shared/storage/hasDrafts.ts'
import { followOtherTabs } from './shared/storage/session.ts'

watchErrors()
keepInstallOffer()
followOtherTabs()
followNamedLanguage()
renewChosenLanguage()
followChosenLanguage()
claimDraftsAtSignIn()
followDraftsOfOtherTabs()

const root = document.getElementById('root')
if (root) void begin(root)

async function begin(root: HTMLElement): Promise<void> {
  const app = (
    <StrictMode>
      <App />
      <Outbox />
    </StrictMode>
  )
  const isRendered = await canHydrate(root)
  rememberEarlyPicture(root)
  // A transition is rendered in slices, between which the page responds to touches.
  startTransition(() => {
    if (isRendered) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}
