import type { Submission } from '@stampus/contract/submissions'
import { Button } from '@stampus/ui/Button'
import { ImageOff, RotateCw } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { fileUrl } from '../../../shared/api/api.ts'
import { FullView } from '../../../shared/pictures/FullPicture.tsx'
import { Photo } from '../../../shared/pictures/Photo.tsx'

/** The first failure usually means that the signed URL expired. Refetching fixes that. */
const SILENT_FAILURES = 1

const frame = 'h-[75dvh] min-h-96 w-full rounded-sheet'

export function ReceiptPicture({ submission, onExpired }: { submission: Submission; onExpired: () => void }) {
  const { receipt_image_url, placeholder_image_url, merchant } = submission
  const [shown, setShown] = useState(false)
  const [failures, setFailures] = useState(0)
  const [round, setRound] = useState(0)
  if (!receipt_image_url) return <Tile text={words.submissionPictureMissing} />
  const alt = sentences.submissionPictureOf(merchant.name)
  const fail = () => {
    setFailures((count) => count + 1)
    onExpired()
  }
  const retry = () => {
    setFailures(0)
    setRound(round + 1)
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
      {shown ? <FullView src={fileUrl(receipt_image_url)} alt={alt} /> : null}
      {!shown && failures > SILENT_FAILURES ? (
        <Tile text={words.submissionPictureFailed}>
          <Button look="secondary" onClick={retry}>
            <RotateCw aria-hidden="true" className="size-4" />
            {words.retry}
          </Button>
        </Tile>
      ) : null}
    </div>
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
