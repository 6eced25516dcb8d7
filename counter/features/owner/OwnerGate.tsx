import { currentOwner, type Owner, setLanguage } from '@stampus/contract/counter/owners'
import { Failure } from '@stampus/ui/Failure'
import { Spinner } from '@stampus/ui/Spinner'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import * as words from '#words'
import { CallError, call, generalError } from '../../shared/api/api.ts'
import { isLanguageChosen, language } from '../../shared/language.ts'
import { SignInPage } from './SignInPage.tsx'

type State = { owner?: Owner | null; error?: unknown; why?: string | undefined }

/** Shows what is for the signed-in owner, or the sign-in. */
export function OwnerGate({ children }: { children: (owner: Owner, signedOut: (why?: string) => void) => ReactNode }) {
  const [{ owner, error, why }, setState] = useState<State>({})
  const enter = useCallback((entered: Owner) => {
    setState({ owner: entered })
    // Mails come in the language that was chosen here.
    if (isLanguageChosen() && entered.language !== language) call(setLanguage, { language }).catch(() => undefined)
  }, [])
  const load = useCallback(async () => {
    try {
      enter((await call(currentOwner, {})).data)
    } catch (failed) {
      setState(failed instanceof CallError && failed.status === 401 ? { owner: null } : { error: failed })
    }
  }, [enter])
  useEffect(() => void load(), [load])
  if (owner) return children(owner, (reason) => setState({ owner: null, why: reason }))
  if (owner === null) return <SignInPage why={why} onSignedIn={enter} />
  return (
    <main className="grid flex-1 place-items-center p-4">
      {error ? (
        <Failure text={generalError(error) ?? words.failed} retry={words.retry} onRetry={() => void load()} />
      ) : (
        <Spinner size="lg" label={words.loading} />
      )}
    </main>
  )
}

/** Shows the sign-in when the answer of a page says that the session has ended. */
export function useSessionEnd(error: unknown, signedOut: (why?: string) => void): void {
  const leave = useEffectEvent(signedOut)
  useEffect(() => {
    if (error instanceof CallError && error.status === 401) leave(words.sessionOver)
  }, [error])
}
