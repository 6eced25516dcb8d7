import { Button } from '@stampus/ui/Button'
import { ErrorBoundary } from '@stampus/ui/ErrorBoundary'
import type { ReactNode } from 'react'

/** Shows an error in place of a page that crashes or whose code cannot be loaded. The rest of the console keeps working. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={<BrokenPage />}>{children}</ErrorBoundary>
}

function BrokenPage() {
  return (
    <main className="grid flex-1 place-items-center p-6">
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <h1 className="font-bold text-title">Couldn't open this page</h1>
        <p className="text-muted">The console may have been updated, or your connection was lost.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    </main>
  )
}
