import { hasStatus } from '@stampus/contract/client'
import { confirmSignIn, currentOwner, type Owner, setLanguage, signIn } from '@stampus/contract/counter/owners'
import { SignIn } from '@stampus/ui/sign-in/SignIn'
import { type ComponentType, useCallback, useEffect, useEffectEvent, useState } from 'react'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { Waiting } from '../../shared/components/Waiting.tsx'
import { isLanguageChosen, language } from '../../shared/language.ts'
import { host } from './signIn.ts'

type State = { owner?: Owner | null; error?: unknown; why?: string | undefined }

export type OwnerProps = {
  owner: Owner
  onSignedOut: (why?: string) => void
}

export function forOwner<Own extends object>(Page: ComponentType<Own & OwnerProps>) {
  return function OwnerGate(props: Own) {
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
        setState(hasStatus(failed, 401) ? { owner: null } : { error: failed })
      }
    }, [enter])
    useEffect(() => void load(), [load])
    if (owner === null)
      return (
        <SignIn
          {...host}
          why={why}
          signIn={async (typed) => (await call(signIn, typed)).data}
          confirm={async (typed) => (await call(confirmSignIn, typed)).data}
          onSignedIn={enter}
        />
      )
    if (!owner) return <Waiting error={error} onRetry={load} />
    return (
      <Page key={owner.id} {...props} owner={owner} onSignedOut={(reason) => setState({ owner: null, why: reason })} />
    )
  }
}

export const shopName = ({ merchants }: Owner, shopId: number) => merchants.find(({ id }) => id === shopId)?.name

export function useSessionEnd(error: unknown, signedOut: (why?: string) => void): void {
  const leave = useEffectEvent(signedOut)
  useEffect(() => {
    if (hasStatus(error, 401)) leave(words.sessionOver)
  }, [error])
}
