import { X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import * as words from '#words'
import { fileUrl } from '../../../shared/api/api.ts'

type Props = { src: string; alt: string; onClose: () => void }

/** The picture over the whole screen: as wide as it fits, by a press in its real size; fingers zoom as in any page. */
export function PictureInFull({ src, alt, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [real, setReal] = useState(false)
  // Before it leaves the page: only then does closing give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={alt}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-0 h-dvh max-h-none w-dvw max-w-none content-center-safe overflow-auto bg-paper text-ink"
    >
      <button
        type="button"
        aria-label={words.submissionPictureClose}
        onClick={onClose}
        className="fixed top-[calc(0.75rem+env(safe-area-inset-top))] right-3 z-10 grid size-11 place-items-center rounded-control bg-sheet shadow-lifted hover:text-blue"
      >
        <X aria-hidden="true" className="size-6" />
      </button>
      <button
        type="button"
        aria-label={words.submissionPictureRealSize}
        aria-pressed={real}
        onClick={() => setReal(!real)}
        className={real ? 'block cursor-zoom-out' : 'mx-auto block w-full max-w-3xl cursor-zoom-in'}
      >
        <img src={fileUrl(src)} alt="" className={real ? 'max-w-none' : 'w-full'} />
      </button>
    </dialog>
  )
}
