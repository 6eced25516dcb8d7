import { texts } from '@stampus/contract/texts'
import { setUnexpectedError } from '@stampus/ui/fieldErrors'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/app.css'
import './shared/forms/UnsavedGuard.tsx'
import { App } from './app/App.tsx'
import { PageBoundary } from './app/PageBoundary.tsx'
import { queryClient } from './shared/api/queries.ts'

setUnexpectedError(texts.unexpectedRetry)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <PageBoundary>
          <App />
        </PageBoundary>
      </QueryClientProvider>
    </StrictMode>,
  )
}
