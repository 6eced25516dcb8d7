import { Notice } from '@stampus/ui/Notice'
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { registerModal } from './modals.ts'

type Props = {
  title: string
  /** A refusal that belongs to no field. */
  error?: ReactNode
  /** While its request runs it stays. */
  busy?: boolean
  /** It shows a picture: it is wide, and the picture's keys do not rest. */
  hasPicture?: boolean
  /** It is for reading: it opens at its top, whatever within could take the focus. */
  readFromTop?: boolean
  /** Where there is room it stands at the side, so that what it is about stays in view. */
  beside?: boolean
  onClose: () => void
  children: ReactNode
}

/** A question over the page. It takes the focus, gives it back however it ends, and Escape closes it. */
export function Dialog({ title, error, busy = false, hasPicture = false, beside = false, ...rest }: Props) {
  const { readFromTop = false, onClose, children } = rest
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const inSight = useRef(false)
  // While the element is still in the page: only then the browser gives the focus back.
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
  // At once: the browser itself closes it a moment later, and a key pressed meanwhile would be lost.
  const cancelled = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (!busy) onClose()
  }
  const closed = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    if (currentTarget.open || !inSight.current) return
    // A second Escape closes it, whatever is said against it.
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

// As wide as the desk's side.
const atSide = 'lg:mr-4 lg:max-h-[calc(100dvh-2rem)] lg:w-[27rem] lg:backdrop:bg-transparent'
