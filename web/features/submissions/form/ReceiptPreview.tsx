import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { FileImage } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { EnlargeButton, FullPicture, useFullView } from '../../../shared/pictures/FullPicture.tsx'
import { isHeic, useObjectUrl } from '../../../shared/pictures/pictureFiles.ts'
import type { ReadFact } from './facts.ts'

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

type Size = { width: number; height: number }
type Read = { facts: ReadFact[]; places: PreviewFacts['places'] }

/** Boxes around what was read, over a picture of this size that is shown whole and centred in the same frame. */
function PlaceBoxes({ size: { width, height }, ...read }: Read & { size: Size }) {
  // Keeps the line off the letters.
  const margin = width / 100
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      {foundPlaces(read).map(({ name, place }) => (
        <rect
          key={name}
          x={place.left * width - margin}
          y={place.top * height - margin}
          width={place.width * width + 2 * margin}
          height={place.height * height + 2 * margin}
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-mark-read"
        />
      ))}
    </svg>
  )
}

/** What is boxed, for screen readers. */
function PlaceList(read: Read) {
  const found = foundPlaces(read)
  if (found.length === 0) return null
  return (
    <ul aria-label={words.receiptPlaces} className="sr-only">
      {found.map(({ name, label, text }) => (
        <li key={name}>{sentences.receiptReadPlace(label, text)}</li>
      ))}
    </ul>
  )
}

function foundPlaces({ facts, places = {} }: Read) {
  return facts.flatMap((fact) => {
    const place = places[fact.name]
    return place ? [{ ...fact, place }] : []
  })
}
