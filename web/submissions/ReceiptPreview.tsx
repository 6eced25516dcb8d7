import { Button } from '@stampus/ui/Button'
import { FileImage, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { useAddressOf } from '../app/addressOf.ts'
import { isHeic } from '../app/heic.ts'

/** The chosen picture; a plain file tile for what this browser cannot show, such as HEIC. */
export function ReceiptPreview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const address = useAddressOf(file)
  const [unshown, setUnshown] = useState<string>()
  return (
    <figure className="mb-4 grid gap-3">
      {address && address !== unshown ? (
        <img
          src={address}
          alt={words.receiptPictureAlt}
          width={320}
          height={384}
          onError={() => setUnshown(address)}
          className="mx-auto h-72 w-full rounded-control bg-line object-contain sm:h-96"
        />
      ) : (
        <FileTile attached={isHeic(file)} />
      )}
      <figcaption className="flex items-center gap-3 text-small text-soft">
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

function FileTile({ attached }: { attached: boolean }) {
  return (
    <div className="grid h-72 place-content-center justify-items-center gap-2 rounded-control bg-line px-6 text-center sm:h-96">
      <FileImage aria-hidden="true" className="size-10 text-soft" />
      <p className="font-semibold">{attached ? words.receiptPictureAttached : words.receiptPictureUnreadable}</p>
      <p className="text-small text-soft">{attached ? words.receiptPictureUnshown : words.receiptPictureReplace}</p>
    </div>
  )
}

function readableSize(bytes: number): string {
  if (bytes < 1_000_000) return sentences.receiptPictureKilobytes(String(Math.ceil(bytes / 1000)))
  return sentences.receiptPictureMegabytes((bytes / 1_000_000).toFixed(1))
}
