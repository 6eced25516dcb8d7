import type { Role } from '@stampus/contract/console/operators'
import { isId } from '@stampus/contract/fields'
import { Spinner } from '@stampus/ui/Spinner'
import { Activity, type ReactNode, Suspense, useState } from 'react'
import { Navigate, Route, Routes, useLocation, useMatch, useParams } from 'react-router'
import { AppealsPage } from '../features/review/appeals/AppealsPage.tsx'
import { DeskPage } from '../features/review/desk/DeskPage.tsx'
import { LinkButton } from '../shared/components/LinkButton.tsx'
import { Page } from '../shared/components/Page.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { sections } from './sections.ts'

/**
 * Once opened, the desk and a manager's appeals stay mounted but hidden, with their receipt, drafts and undo. Their
 * shortcuts and timers stop meanwhile.
 */
export function Pages({ role }: { role: Role }) {
  const atDesk = useMatch('/') !== null
  const atAppeals = useMatch('/appeals') !== null && role === 'manager'
  const [seen, setSeen] = useState({ desk: atDesk, appeals: atAppeals })
  if ((atDesk && !seen.desk) || (atAppeals && !seen.appeals))
    setSeen({ desk: seen.desk || atDesk, appeals: seen.appeals || atAppeals })
  return (
    <>
      {seen.desk ? (
        <Activity mode={atDesk ? 'visible' : 'hidden'}>
          <PageBoundary>
            <DeskPage />
          </PageBoundary>
        </Activity>
      ) : null}
      {seen.appeals ? (
        <Activity mode={atAppeals ? 'visible' : 'hidden'}>
          <PageBoundary>
            <AppealsPage />
          </PageBoundary>
        </Activity>
      ) : null}
      {atDesk || atAppeals ? null : <OtherPages role={role} />}
    </>
  )
}

function OtherPages({ role }: { role: Role }) {
  return (
    <PageBoundary key={useLocation().pathname}>
      <Suspense fallback={pageLoading}>
        <Routes>
          {sections.map(({ path, role: needed, Page }) => (
            <Route
              key={path}
              path={path}
              element={Page && (needed === 'reviewer' || role === 'manager') ? <PageWithId page={<Page />} /> : toDesk}
            />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  )
}

const pageLoading = (
  <main className="grid flex-1 place-items-center">
    <Spinner size="lg" label="Loading the page" />
  </main>
)
const toDesk = <Navigate to="/" replace />

function PageWithId({ page }: { page: ReactNode }) {
  const { id } = useParams()
  return id === undefined || isId(id) ? page : <NotFoundPage />
}

function NotFoundPage() {
  return (
    <Page title="Page not found">
      <p>Check the URL, or go back to the review desk.</p>
      <LinkButton to="/" look="primary" className="justify-self-start">
        Go to the review desk
      </LinkButton>
    </Page>
  )
}
