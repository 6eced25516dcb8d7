import { Logo } from '@stampus/ui/Logo'
import { type ReactNode, useEffect, useState } from 'react'
import { settings } from '../../shared/settings.ts'
import { SignInCode } from './SignInCode.tsx'
import { SignInForm } from './SignInForm.tsx'

/** The operators' own sign-in: address and password, then a code where the second factor is on. `why` says what led to it. */
export function SignInPage({ why: cause, email: known = '' }: { why?: string; email?: string }) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [lapsed, setLapsed] = useState(cause)
  const [email, setEmail] = useState(known)
  useEffect(() => {
    const before = document.title
    document.title = `Sign in · ${settings.product_name} Console`
    return () => {
      document.title = before
    }
  }, [])
  const begin = (why?: string) => {
    setLapsed(why)
    setStep('password')
  }
  return (
    <EntrySheet title="Review console" line={`${settings.product_name} operators only`}>
      {step === 'password' ? (
        <SignInForm
          email={email}
          lapsed={lapsed}
          onCodeAsked={(typed) => {
            setEmail(typed)
            setStep('code')
          }}
        />
      ) : (
        <SignInCode onBegin={begin} />
      )}
    </EntrySheet>
  )
}

/** A sheet alone on its page, for whoever is not signed in. */
export function EntrySheet({ title, line, children }: { title: string; line: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-sm gap-5 rounded-sheet border border-line bg-sheet p-6 shadow-sheet">
        <div className="flex items-center gap-3">
          <Logo className="size-11" />
          <div className="min-w-0">
            <h1 className="font-bold text-title">{title}</h1>
            <p className="text-small text-muted">{line}</p>
          </div>
        </div>
        {children}
      </div>
    </main>
  )
}
