import type { AnswerOf, Endpoint, EndpointWith, InputOf } from '@stampus/contract/endpoint'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { isConflict } from '../api/api.ts'
import { useCall } from '../api/queries.ts'
import { showToast } from '../toasts.ts'
import { ConfirmDialog, ReasonDialog } from './ConfirmDialog.tsx'
import { DialogButton, type DialogButtonProps } from './DialogButton.tsx'

type DialogProps<E extends Endpoint> = {
  call: E
  /** The input of the call; undefined while something is missing. */
  input: (reason: string) => InputOf<E> | undefined
  /** The paths of the calls whose answers change. */
  invalidates?: string[]
  title: string
  action: string
  isDangerous?: boolean
  /** At the side, so that the receipt stays visible; only with a reason. */
  isBeside?: boolean
  /** The label of the reason that is asked for; without it, none is. */
  reason?: string | undefined
  isReady?: boolean
  /** The toast afterwards; by default the message of the answer. */
  done?: string | ((answer: AnswerOf<E>) => string)
  onDone?: (answer: AnswerOf<E>) => void
  /** Takes the error if something has changed meanwhile; the dialog closes. */
  onConflict?: (error: Error) => void
  /** The consequences, and what else is asked, with its error. */
  children?: ReactNode | ((error: Error | null) => ReactNode)
  onClose: () => void
}

/** Asks for confirmation, then makes a call. It stays open until the call succeeds or is cancelled. */
export function ActionDialog<E extends Endpoint>(props: DialogProps<E>) {
  const {
    call,
    input,
    invalidates,
    title,
    action,
    isDangerous = false,
    isBeside = false,
    reason,
    isReady = true,
  } = props
  const { done = messageOf, onDone, onConflict, children, onClose } = props
  const acting = useCall(call, invalidates)
  const confirm = (given: string) => {
    const sent = input(given)
    if (sent === undefined) return
    acting.mutate(sent, {
      onSuccess: (answer) => {
        showToast(typeof done === 'function' ? done(answer) : done)
        onClose()
        onDone?.(answer)
      },
      onError: (error) => {
        if (!onConflict || !isConflict(error)) return
        onConflict(error)
        onClose()
      },
    })
  }
  const content = typeof children === 'function' ? children(acting.error) : children
  const dialog = { title, action, look: isDangerous ? 'danger' : 'primary', mutation: acting, onClose } as const
  if (reason)
    return (
      <ReasonDialog {...dialog} isBeside={isBeside} isReady={isReady} label={reason} onConfirm={confirm}>
        {content}
      </ReasonDialog>
    )
  return (
    <ConfirmDialog {...dialog} onConfirm={() => confirm('')}>
      {content}
    </ConfirmDialog>
  )
}

const messageOf = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'message' in answer ? String(answer.message) : ''

/** By default the dialog's button has the text of the button. */
type Props<E extends Endpoint> = DialogButtonProps & Omit<DialogProps<E>, 'action' | 'onClose'> & { action?: string }

export function ActionButton<E extends Endpoint>({ icon, look, className, label, ...props }: Props<E>) {
  const { text } = props
  const button = { text, ...(icon && { icon }), ...(look && { look }), ...(className && { className }) }
  return (
    <DialogButton
      {...button}
      {...(label && { label })}
      dialog={(close) => <ActionDialog action={text} {...props} onClose={close} />}
    />
  )
}

/** How records of a kind are removed, and what that means for people. */
export type Removal = {
  call: EndpointWith<Record<'id' | 'version', number | string>>
  invalidates?: string[]
  consequence: string
}

type RemoveProps = {
  record: { id: number; version: number; title: string }
  /** The page of the list, which opens afterwards. */
  list: string
  removal: Removal
}

export function RemoveButton({ record: { id, version, title }, list, removal }: RemoveProps) {
  const { call, invalidates = [], consequence } = removal
  const navigate = useNavigate()
  return (
    <ActionButton
      text="Remove"
      icon={Trash2}
      title={`Remove ${title}?`}
      isDangerous
      call={call}
      input={() => ({ id, version })}
      invalidates={invalidates}
      done={`${title} removed.`}
      onDone={() => navigate(list, { replace: true })}
    >
      <p>{consequence}</p>
    </ActionButton>
  )
}
