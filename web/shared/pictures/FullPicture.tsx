import { useModal } from '@stampus/ui/browser/modal'
import { Maximize2, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as words from '#words'

/** The full view is a history entry, so that going back closes it and stays on the page. */
function useFullView() {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  return {
    enlarged: Boolean((state as { enlarged?: boolean } | null)?.enlarged),
    enlarge: () => navigate({ pathname, search }, { state: { ...state, enlarged: true } }),
    reduce: () => navigate(-1),
  }
}

/** Closes the full view of a picture that is gone, so that the next picture does not open in it. */
export function useForgetFullView(isGone: boolean): void {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const { enlarged } = useFullView()
  useEffect(() => {
    if (enlarged && isGone) navigate({ pathname, search }, { replace: true, state: { ...state, enlarged: false } })
  }, [enlarged, isGone, navigate, pathname, search, state])
}

type Props = { src: string; alt: string; overlay?: ReactNode; children?: ReactNode }

/** Covers a picture with a button that opens its full view, with `overlay` drawn over it and texts about it. */
export function FullView(picture: Props) {
  const { enlarged, enlarge, reduce } = useFullView()
  return (
    <>
      <button
        type="button"
        aria-label={words.submissionPictureEnlarge}
        onClick={enlarge}
        className="group absolute inset-0 flex cursor-zoom-in items-end justify-end rounded-sheet p-3"
      >
        <span className="grid size-11 place-items-center rounded-control bg-sheet text-ink shadow-lifted group-hover:text-blue">
          <Maximize2 aria-hidden="true" className="size-5" />
        </span>
      </button>
      {enlarged ? <FullPicture {...picture} onClose={reduce} /> : null}
    </>
  )
}

function FullPicture({ src, alt, onClose, overlay, children }: Props & { onClose: () => void }) {
  const { ref, onCancel } = useModal({ onClose })
  const [real, setReal] = useState(false)
  return (
    <dialog
      ref={ref}
      onCancel={onCancel}
      aria-label={alt}
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
        className={real ? 'relative block cursor-zoom-out' : 'relative mx-auto block w-full max-w-3xl cursor-zoom-in'}
      >
        <img src={src} alt="" className={real ? 'max-w-none' : 'w-full'} />
        {overlay}
      </button>
      {children}
    </dialog>
  )
}
