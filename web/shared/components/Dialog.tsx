import { Button } from '@stampus/ui/Button'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import * as words from '#words'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A modal dialog. The browser returns the focus when it closes. */
export function Dialog({ title, onClose, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={id}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md overscroll-contain rounded-sheet bg-sheet p-5 text-ink shadow-lifted backdrop:bg-shade open:animate-arrive sm:p-6"
    >
      <h2 id={id} className="mb-3 font-bold text-lead">
        {title}
      </h2>
      {children}
    </dialog>
  )
}

type ButtonsProps = { cancel?: string; children: ReactNode }

/** The buttons of a dialog: cancel and the action. */
export function DialogButtons({ cancel = words.dialogCancel, children }: ButtonsProps) {
  return (
    <div className="mt-5 flex flex-wrap-reverse justify-end gap-3">
      <Button look="secondary" onClick={closeDialog}>
        {cancel}
      </Button>
      {children}
    </div>
  )
}

function closeDialog({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  currentTarget.closest('dialog')?.close()
}
