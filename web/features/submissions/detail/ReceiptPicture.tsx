import type { Submission } from '@stampus/contract/submissions'
import { Button } from '@stampus/ui/Button'
import { useModal } from '@stampus/ui/browser/modal'
import { ImageOff, Maximize2, RotateCw, X } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { fileUrl } from '../../../shared/api/api.ts'
import { Photo } from '../../../shared/components/Photo.tsx'

/** The first failure usually means that the signed URL expired. Refetching fixes that. */
const SILENT_FAILURES = 1

const frame = 'h-[75dvh] min-h-96 w-full rounded-sheet'

/** The receipt's picture. A press opens it in full size. Offers a retry if it cannot be loaded. */
export function ReceiptPicture({ submission, onExpired }: { submission: Submission; onExpired: () => void }) {
  const { receipt_image_url, placeholder_image_url, merchant } = submission
  const [shown, setShown] = useState(false)
  const [failures, setFailures] = useState(0)
  const [round, setRound] = useState(0)
  const { enlarged, enlarge, reduce } = useFullView()
  if (!receipt_image_url) return <Tile text={words.submissionPictureMissing} />
  const alt = sentences.submissionPictureOf(merchant.name)
  const fail = () => {
    setFailures((count) => count + 1)
    onExpired()
  }
  const retry = () => {
    setFailures(0)
    setRound((count) => count + 1)
    onExpired()
  }
  // The placeholder has no alt text, so this ignores its load event.
  const noteLoaded = ({ target }: SyntheticEvent) =>
    setShown((before) => before || (target as HTMLImageElement).alt === alt)
  return (
    <div className="relative" onLoadCapture={noteLoaded}>
      <Photo
        key={round}
        src={receipt_image_url}
        placeholder={placeholder_image_url}
        alt={alt}
        width={720}
        height={960}
        fit="contain"
        className={frame}
        onExpired={fail}
      />
      {shown ? <Enlarge onPress={enlarge} /> : null}
      {!shown && failures > SILENT_FAILURES ? (
        <Tile text={words.submissionPictureFailed}>
          <Button look="secondary" onClick={retry}>
            <RotateCw aria-hidden="true" className="size-4" />
            {words.retry}
          </Button>
        </Tile>
      ) : null}
      {shown && enlarged ? <FullPicture src={receipt_image_url} alt={alt} onClose={reduce} /> : null}
    </div>
  )
}

/** The full view is a history entry, so that going back closes it and stays on the page. */
function useFullView() {
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  return {
    enlarged: Boolean((state as { enlarged?: boolean } | null)?.enlarged),
    enlarge: () => navigate(pathname, { state: { ...state, enlarged: true } }),
    reduce: () => navigate(-1),
  }
}

function Enlarge({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={words.submissionPictureEnlarge}
      onClick={onPress}
      className="group absolute inset-0 flex cursor-zoom-in items-end justify-end rounded-sheet p-3"
    >
      <span className="grid size-11 place-items-center rounded-control bg-sheet text-ink shadow-lifted group-hover:text-blue">
        <Maximize2 aria-hidden="true" className="size-5" />
      </span>
    </button>
  )
}

function Tile({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div
      role="status"
      className={`grid place-content-center justify-items-center gap-4 bg-line px-6 text-center ${children ? 'absolute inset-0 rounded-sheet' : frame}`}
    >
      <ImageOff aria-hidden="true" className="size-8 text-muted" />
      <p>{text}</p>
      {children}
    </div>
  )
}

type Props = { src: string; alt: string; onClose: () => void }

/** The picture over the whole screen. A press switches between full width and actual size. */
function FullPicture({ src, alt, onClose }: Props) {
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
        className={real ? 'block cursor-zoom-out' : 'mx-auto block w-full max-w-3xl cursor-zoom-in'}
      >
        <img src={fileUrl(src)} alt="" className={real ? 'max-w-none' : 'w-full'} />
      </button>
    </dialog>
  )
}
