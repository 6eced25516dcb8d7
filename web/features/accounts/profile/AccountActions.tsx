import { endOtherSessions } from '@stampus/contract/accounts'
import { deleteAccount, exportData } from '@stampus/contract/privacy'
import { texts } from '@stampus/contract/texts'
import { Button, buttonClass } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { Spinner } from '@stampus/ui/Spinner'
import { Download, Languages, LogOut, MonitorSmartphone, UserX } from 'lucide-react'
import { type ComponentType, type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { fileUrl } from '../../../shared/api/api.ts'
import { useOptionalCall } from '../../../shared/api/optionalCalls.ts'
import { LanguageLink, otherLanguageName } from '../../../shared/components/LanguageLink.tsx'
import { lazyWithRetry } from '../../../shared/components/LazyPart.tsx'
import { signOut } from '../../../shared/signOut.ts'
import { showToast } from '../../../shared/toasts.ts'
import { orErrorToast } from '../forms.tsx'

export function AccountActions() {
  return (
    <section aria-labelledby="account-actions" className="grid gap-3">
      <h2 id="account-actions" className="font-bold text-lead">
        {words.accountTitle}
      </h2>
      <ul className="divide-y divide-line rounded-sheet bg-sheet shadow-sheet">
        <AccountAction icon={LogOut} label={words.profileSignOut} about={words.profileSignOutAbout} onClick={signOut} />
        <li className="flex min-h-16 items-center gap-4 px-5 py-3 max-[20rem]:flex-wrap">
          <Languages aria-hidden="true" className="size-5 shrink-0 text-blue" />
          <span className="min-w-0 flex-1 max-[20rem]:basis-full">
            <span className="block font-semibold">{words.profileLanguage}</span>
            <span className="block text-small text-muted">{words.profileLanguageAbout}</span>
          </span>
          <LanguageLink className={buttonClass('secondary', 'px-4')}>{otherLanguageName}</LanguageLink>
        </li>
        <OtherSessions />
        <DataExport />
        <AccountDeletion />
      </ul>
    </section>
  )
}

type Props = {
  icon: ComponentType<{ className?: string }>
  label: string
  about: string
  isDestructive?: boolean
  isBusy?: boolean
  /** False if this server does not offer the call. */
  isOffered?: boolean
  onClick: () => void
  children?: ReactNode
}

function AccountAction({ icon: Icon, label, about, isDestructive, children, ...button }: Props) {
  const { isBusy = false, isOffered = true, onClick } = button
  const refusing = isBusy || !isOffered
  const tone = isDestructive ? 'text-rejected' : 'text-blue'
  return (
    <li>
      <button
        type="button"
        aria-disabled={refusing || undefined}
        aria-busy={isBusy || undefined}
        onClick={refusing ? undefined : onClick}
        className="flex min-h-16 w-full items-center gap-4 rounded-sheet px-5 py-3 text-left max-[20rem]:flex-wrap hover:bg-tint aria-disabled:hover:bg-transparent aria-disabled:cursor-default focus-visible:-outline-offset-4"
      >
        {isBusy ? (
          <Spinner />
        ) : (
          <Icon aria-hidden="true" className={`size-5 shrink-0 ${isOffered ? tone : 'text-muted'}`} />
        )}
        <span className="min-w-0 max-[20rem]:basis-full">
          <span className={`block font-semibold ${isOffered ? (isDestructive ? tone : '') : 'text-muted'}`}>
            {label}
          </span>
          <span className="block text-small text-muted">{isOffered ? about : words.notOffered}</span>
        </span>
      </button>
      {children}
    </li>
  )
}

function OtherSessions() {
  const [isAsking, setAsking] = useState(false)
  const { run, loading, isOffered } = useOptionalCall(endOtherSessions)
  const end = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const dialog = currentTarget.closest('dialog')
    await orErrorToast(words.otherSessionsNotEnded, async () => {
      const { ended } = await run({})
      showToast({ type: 'success', title: texts.otherSessionsEnded, message: sentences.otherSessionsCount(ended) })
    })
    dialog?.close()
  }
  return (
    <AccountAction
      icon={MonitorSmartphone}
      label={words.otherSessionsEnd}
      about={words.otherSessionsAbout}
      isOffered={isOffered}
      onClick={() => setAsking(true)}
    >
      {isAsking ? (
        <Dialog title={words.otherSessionsTitle} onClose={() => setAsking(false)}>
          <p>{words.otherSessionsText}</p>
          <DialogActions cancel={words.dialogCancel}>
            <Button isBusy={loading} onClick={end}>
              {words.otherSessionsConfirm}
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </AccountAction>
  )
}

function DataExport() {
  const { run, loading, isOffered } = useOptionalCall(exportData)
  const download = () =>
    orErrorToast(words.exportFailed, async () => {
      const { data } = await run({})
      startDownload(fileUrl(data.url))
      showToast({ type: 'success', title: words.exportBegun, message: words.exportBegunText })
    })
  return (
    <AccountAction
      icon={Download}
      label={words.exportLabel}
      about={words.exportAbout}
      isBusy={loading}
      isOffered={isOffered}
      onClick={download}
    />
  )
}

/** A link with `download` does not leave the page. */
function startDownload(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

const DeletionDialog = lazyWithRetry(async () => (await import('./DeletionDialog.tsx')).DeletionDialog)

function AccountDeletion() {
  const [isAsking, setAsking] = useState(false)
  const { isOffered } = useOptionalCall(deleteAccount)
  return (
    <AccountAction
      isDestructive
      icon={UserX}
      label={words.deletionLabel}
      about={words.deletionAbout}
      isOffered={isOffered}
      onClick={() => setAsking(true)}
    >
      {isAsking ? (
        <Suspense>
          <DeletionDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </AccountAction>
  )
}
