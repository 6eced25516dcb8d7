import { Button, type ButtonLook } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { observable } from '../observable.ts'

type Props = {
  title: string
  /** An error that belongs to no field. */
  error?: ReactNode
  /** While a request runs, it cannot be closed. */
  busy?: boolean
  /** The dialog is wide, and the picture's shortcuts work. */
  hasPicture?: boolean
  /** Focuses the heading instead of the first control, so that a long text opens at its top. */
  readFromTop?: boolean
  /** On wide screens it opens at the side, so that the page stays visible. */
  beside?: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal dialog. It takes the focus, returns it when it closes, and Escape closes it. */
export function Dialog({ title, error, busy = false, hasPicture = false, beside = false, ...rest }: Props) {
  const { readFromTop = false, onClose, children } = rest
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const inSight = useRef(false)
  // The browser returns the focus only while the element is still in the page.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    if (readFromTop) heading.current?.focus()
    const noteClosed = registerModal()
    inSight.current = true
    return () => {
      inSight.current = false
      shown?.close()
      noteClosed()
    }
  }, [readFromTop])
  // Close at once: the browser does it later, and a key pressed in between would be lost.
  const cancelled = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (!busy) onClose()
  }
  const closed = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    if (currentTarget.open || !inSight.current) return
    // Browsers close it at a second Escape even if the event was cancelled.
    if (busy) currentTarget.showModal()
    else onClose()
  }
  return (
    <dialog
      ref={dialog}
      onCancel={cancelled}
      onClose={closed}
      aria-labelledby={id}
      data-keys={hasPicture || undefined}
      className={`m-auto w-[calc(100%-1rem)] ${hasPicture ? 'max-w-5xl' : 'max-w-xl'} rounded-sheet border border-line bg-sheet p-0 text-ink shadow-lifted backdrop:bg-shade ${beside ? atSide : ''}`}
    >
      <div className={`grid ${beside ? 'gap-3 p-4' : 'gap-4 p-5'}`}>
        <h2 ref={heading} tabIndex={readFromTop ? -1 : undefined} id={id} className="font-bold text-lead outline-none">
          {title}
        </h2>
        {error ? (
          <Notice kind="error" role="alert">
            {error}
          </Notice>
        ) : null}
        {children}
      </div>
    </dialog>
  )
}

// As wide as the right column of the desk.
const atSide = 'lg:mr-4 lg:max-h-[calc(100dvh-2rem)] lg:w-[27rem] lg:backdrop:bg-transparent'

type DialogActionsProps = {
  /** The text of the submit button. */
  action: string
  look?: ButtonLook
  busy?: boolean
  /** False while it is too early to submit. */
  ready?: boolean
  onCancel: () => void
  /** More buttons. */
  children?: ReactNode
}

/** The buttons of a dialog's form: Cancel (not while a request runs) and submit. */
export function DialogActions({ action, look = 'primary', busy = false, ready = true, ...rest }: DialogActionsProps) {
  const { onCancel, children } = rest
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {children}
      <Button look="secondary" aria-disabled={busy} onClick={() => busy || onCancel()}>
        Cancel
      </Button>
      <Button type="submit" look={look} busy={busy} aria-disabled={!ready}>
        {action}
      </Button>
    </div>
  )
}

let count = 0
const open = observable(false)

/** Whether a modal dialog covers the page. */
export const useModalOpen = open.useValue

/** Registers an open modal dialog. Returns the function to call when it closes. */
export function registerModal(): () => void {
  note(1)
  return () => note(-1)
}

function note(more: number): void {
  count += more
  open.set(count > 0)
}
