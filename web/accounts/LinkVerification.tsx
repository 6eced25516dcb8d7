import { verifyEmail } from '@stampus/contract/accounts'
import type { InputOf } from '@stampus/contract/endpoint'
import * as texts from '@stampus/contract/texts'
import { Spinner } from '@stampus/ui/Spinner'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as words from '#words'
import { call, refreshUser } from '../app/api.ts'
import { CallError } from '../app/CallError.ts'
import { notify } from '../app/notifications.ts'
import { linkTo } from '../app/paths.ts'
import { signIn } from '../app/session.ts'
import { VerificationFailed, Verified } from './VerificationOutcome.tsx'

type Link = InputOf<typeof verifyEmail>
type State = { name: 'verifying' } | { name: 'success' } | { name: 'error'; message: string }

/** A link from the mail: verifying, then home, success or the fault in words (S-4.08, S-4.09). */
export function LinkVerification({ link }: { link: Link }) {
  const state = useTriedLink(link)
  if (state.name === 'success') return <Verified title={words.verifiedTitle} text={words.verifiedText} />
  if (state.name === 'error') return <VerificationFailed message={state.message} />
  return (
    <div className="grid min-h-[50dvh] place-content-center justify-items-center gap-4">
      <Spinner size="xl" />
      <p role="status">{words.verifying}</p>
    </div>
  )
}

/** Tries the link once: a second use of a good one would bring no session (D-23). */
function useTriedLink(link: Link): State {
  const navigate = useNavigate()
  const tried = useRef(false)
  const [state, setState] = useState<State>({ name: 'verifying' })
  useEffect(() => {
    if (tried.current) return
    tried.current = true
    tryLink(link).then((next) => (next === 'home' ? navigate(linkTo('home'), { replace: true }) : setState(next)))
  }, [link, navigate])
  return state
}

async function tryLink(link: Link): Promise<State | 'home'> {
  try {
    const { token, user } = await call(verifyEmail, link)
    if (token && user) {
      signIn({ token, user })
      notify({ type: 'success', title: words.verifiedTitle, message: words.verifiedText })
      return 'home'
    }
    await refreshUser({ startUp: true }).catch(() => undefined)
    return { name: 'success' }
  } catch (fault) {
    return { name: 'error', message: (fault instanceof CallError && fault.message) || texts.linkInvalid }
  }
}
