import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import * as sentences from '#sentences'
import * as words from '#words'
import type { ReadFact } from './facts.ts'

export type Size = { width: number; height: number }
type Read = { facts: ReadFact[]; places: PreviewFacts['places'] }

/** Boxes around what was read, over a picture of this size that is shown whole and centred in the same frame. */
export function PlaceBoxes({ size: { width, height }, ...read }: Read & { size: Size }) {
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
export function PlaceList(read: Read) {
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
