import { type ReactNode, useEffect, useState } from 'react'
import { buttonClass } from '../Button.tsx'
import { focusTitle } from '../browser/focus.ts'
import { useWork } from '../browser/useWork.ts'
import { Form } from '../forms/Form.tsx'
import { Notice } from '../Notice.tsx'
import { type Host, NewPasswordFields } from './fields.tsx'

type Link = ReturnType<typeof readMailedLink>

/** The parts of the mailed link that opened this page. The server rejects a link without one of them. */
function readMailedLink() {
  const given = new URLSearchParams(location.search)
  const part = (name: string) => given.get(name) ?? ''
  return { id: part('id'), hash: part('hash'), expires: part('expires'), signature: part('signature') }
}

type Props = Host & {
  title: string
  action: string
  /** Returns what happened, shown with a link to `next`, the sign-in; or nothing if it opened another page. */
  act: (typed: Link & { password: string; repeated?: string }) => Promise<string | undefined>
  next: string
  children: (error: unknown) => ReactNode
}

/** A page that a mailed link opens. It needs a button press, because mail scanners open links. */
function MailedLink({ words, Frame, title, action, act, next, children }: Props) {
  const [link] = useState(readMailedLink)
  const [message, setMessage] = useState<string>()
  const work = useWork(async (typed: { password: string; repeated?: string }) =>
    setMessage(await act({ ...typed, ...link })),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused button is gone once there is a message
  useEffect(focusTitle, [message])
  return (
    <Frame title={title}>
      {message ? (
        <>
          <Notice kind="success" role="status">
            {message}
          </Notice>
          <a href={next} className={buttonClass('primary', 'min-h-12')}>
            {words.toSignIn}
          </a>
        </>
      ) : (
        <Form work={work} fields={['password', 'repeated']} action={action}>
          {children(work.error)}
        </Form>
      )}
    </Frame>
  )
}

export type LinkProps = Omit<Props, 'title' | 'action' | 'children'>

/** The page of an invitation, or of a link for a new password. */
export const PasswordByLink = (props: LinkProps) => (
  <MailedLink {...props} title={props.words.passwordTitle} action={props.words.passwordSave}>
    {(error) => <NewPasswordFields words={props.words} error={error} label={props.words.passwordToSet} />}
  </MailedLink>
)

export const UnlockByLink = (props: LinkProps) => (
  <MailedLink {...props} title={props.words.unlockTitle} action={props.words.unlockSubmit}>
    {() => <p>{props.words.unlockText}</p>}
  </MailedLink>
)
