import { Button } from '@stampus/ui/Button'
import { FileImage, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { isHeic, useObjectUrl } from '../../../shared/pictureFiles.ts'

type Props = {
  file: File
  onRemove: () => void
  /** A note below the picture. It makes the picture smaller, so that nothing else moves. */
  children?: ReactNode
}

/** The chosen picture, or a file icon if this browser cannot show it (HEIC). */
export function ReceiptPreview({ file, onRemove, children }: Props) {
  const address = useObjectUrl(file)
  const [unshown, setUnshown] = useState<string>()
  return (
    <figure className="mb-4 grid gap-3">
      <div className="flex h-72 flex-col sm:h-96">
        {address && address !== unshown ? (
          <img
            src={address}
            alt={words.receiptPictureAlt}
            width={320}
            height={384}
            onError={() => setUnshown(address)}
            className="min-h-0 w-full flex-1 rounded-control bg-line object-contain"
          />
        ) : (
          <FileTile isAttached={isHeic(file)} />
        )}
        {children}
      </div>
      <figcaption className="flex items-center gap-3 text-small text-muted">
        <span className="min-w-0 flex-1 truncate">
          {file.name} · <span className="tabular-nums">{readableSize(file.size)}</span>
        </span>
        <Button look="quiet" onClick={onRemove} className="px-2">
          <Trash2 aria-hidden="true" className="size-4" />
          {words.receiptPictureRemove}
        </Button>
      </figcaption>
    </figure>
  )
}

function FileTile({ isAttached }: { isAttached: boolean }) {
  return (
    <div className="grid min-h-0 flex-1 place-content-center justify-items-center gap-2 overflow-hidden rounded-control bg-line px-6 text-center">
      <FileImage aria-hidden="true" className="size-10 text-muted" />
      <p className="font-semibold">{isAttached ? words.receiptPictureAttached : words.receiptPictureUnreadable}</p>
      <p className="text-small text-muted">{isAttached ? words.receiptPictureUnshown : words.receiptPictureReplace}</p>
    </div>
  )
}

function readableSize(bytes: number): string {
  if (bytes < 1_000_000) return sentences.receiptPictureKilobytes(String(Math.ceil(bytes / 1000)))
  return sentences.receiptPictureMegabytes((bytes / 1_000_000).toFixed(1))
}
