import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { useModal } from './browser/modal.ts'
import { Notice } from './Notice.tsx'

type Props = {
  title: string
  error?: ReactNode
  isBusy?: boolean
  /** On wide screens it opens at the side, so that the page stays visible. */
  isBeside?: boolean
  /** The dialog is wide, and the picture's shortcuts work. */
  hasPicture?: boolean
  /** Focuses the heading instead of the first control, so that a long text opens at its top. */
  isHeadingFocused?: boolean
  onClose: () => void
  children: ReactNode
}

const CloseContext = createContext<{ isBusy: boolean; onClose: () => void }>({
  isBusy: false,
  onClose: () => undefined,
})

export function Dialog({ title, error, isBusy = false, onClose, children, ...rest }: Props) {
  const { isBeside = false, hasPicture = false, isHeadingFocused = false } = rest
  const id = useId()
  const modal = useModal({ isLocked: isBusy, onClose })
  const heading = useRef<HTMLHeadingElement>(null)
  // Runs after the effect that opens the dialog, which focuses the first control.
  useLayoutEffect(() => {
    if (isHeadingFocused) heading.current?.focus()
  }, [isHeadingFocused])
  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      data-keys={hasPicture || undefined}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-1.5rem)] overscroll-contain rounded-sheet border border-line bg-sheet text-ink shadow-lifted backdrop:bg-shade open:animate-arrive ${hasPicture ? 'max-w-5xl' : 'max-w-(--dialog-width)'} ${isBeside ? besideClass : ''}`}
    >
      <div className={`grid grid-cols-1 ${isBeside ? 'gap-3 p-4' : 'gap-4 p-5'}`}>
        <h2
          ref={heading}
          tabIndex={isHeadingFocused ? -1 : undefined}
          id={id}
          className="font-bold text-lead outline-none"
        >
          {title}
        </h2>
        {error ? (
          <Notice kind="error" role="alert">
            {error}
          </Notice>
        ) : null}
        <CloseContext value={{ isBusy, onClose }}>{children}</CloseContext>
      </div>
    </dialog>
  )
}

// As wide as the right column of the review desk. Nothing dims the page.
const besideClass = 'lg:mr-4 lg:w-[27rem] lg:backdrop:bg-transparent'

/** The buttons of a dialog: `first`, then `cancel`, which closes it (not while a request runs), then the children. */
export function DialogActions({ cancel, first, children }: { cancel: string; first?: ReactNode; children: ReactNode }) {
  const { isBusy, onClose } = useContext(CloseContext)
  return (
    <div className="flex flex-wrap-reverse justify-end gap-2">
      {first}
      <Button look="secondary" aria-disabled={isBusy} onClick={() => isBusy || onClose()}>
        {cancel}
      </Button>
      {children}
    </div>
  )
}
