import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { FileImage } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { EnlargeButton, FullPicture, useFullView } from '../../../shared/components/FullPicture.tsx'
import { isHeic, useObjectUrl } from '../../../shared/pictureFiles.ts'
import type { ReadFact } from './facts.ts'
import { PlaceBoxes, PlaceList, type Size } from './ReadPlaces.tsx'

type Props = {
  file: File
  facts: ReadFact[]
  places: PreviewFacts['places']
  /** A note below the picture. It makes the picture smaller, so that nothing else moves. */
  children?: ReactNode
}

/** The chosen picture with boxes around what was read, or a file icon if this browser cannot show it (HEIC). */
export function ReceiptPreview({ file, facts, places, children }: Props) {
  const address = useObjectUrl(file)
  const [unshown, setUnshown] = useState<string>()
  return (
    <figure className="grid gap-1">
      <div className="flex h-[max(13rem,min(18rem,34dvh))] flex-col sm:h-96 lg:h-[max(20rem,min(38rem,100dvh-20rem))]">
        {address && address !== unshown ? (
          <BoxedPicture address={address} facts={facts} places={places} onUnshown={() => setUnshown(address)} />
        ) : (
          <FileTile isAttached={isHeic(file)} />
        )}
        {children}
      </div>
      <figcaption className="truncate text-small text-muted max-sm:hidden">
        {file.name} · <span className="tabular-nums">{readableSize(file.size)}</span>
      </figcaption>
    </figure>
  )
}

type BoxedPictureProps = Pick<Props, 'facts' | 'places'> & { address: string; onUnshown: () => void }

/** The picture, whole in its frame. A press opens it in full size. */
function BoxedPicture({ address, onUnshown, ...read }: BoxedPictureProps) {
  const { enlarged, enlarge, reduce } = useFullView()
  const [size, setSize] = useState<Size>()
  const boxes = size ? <PlaceBoxes {...read} size={size} /> : null
  const list = <PlaceList {...read} />
  return (
    <div className="relative min-h-0 w-full flex-1 rounded-control bg-line">
      <img
        src={address}
        alt={words.receiptPictureAlt}
        width={320}
        height={384}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        onError={onUnshown}
        className="absolute inset-0 size-full object-contain"
      />
      {boxes}
      {list}
      <EnlargeButton onPress={enlarge} />
      {enlarged ? (
        <FullPicture src={address} alt={words.receiptPictureAlt} onClose={reduce} overlay={boxes}>
          {list}
        </FullPicture>
      ) : null}
    </div>
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
