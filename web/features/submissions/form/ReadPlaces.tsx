import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import * as sentences from '#sentences'
import * as words from '#words'
import type { ReadFact } from './readFacts.ts'

type Props = { facts: ReadFact[]; places: PreviewFacts['places']; isLabelled?: boolean }

/** Boxes around what was read, over a picture of the same size. */
export function ReadPlaces({ facts, places = {}, isLabelled = false }: Props) {
  const found = facts.flatMap((fact) => {
    const place = places[fact.name]
    return place ? [{ ...fact, place }] : []
  })
  if (found.length === 0) return null
  return (
    <ul aria-label={words.receiptPlaces} className="absolute inset-0">
      {found.map(({ name, label, value, place }) => (
        <li
          key={name}
          style={{
            left: percent(place.left),
            top: percent(place.top),
            width: percent(place.width),
            height: percent(place.height),
          }}
          className="absolute rounded-xs outline-2 outline-mark-read outline-offset-2"
        >
          <span
            className={
              isLabelled
                ? 'absolute bottom-full left-0 mb-1 whitespace-nowrap rounded-control bg-mark-read px-1.5 text-small text-white'
                : 'sr-only'
            }
          >
            {isLabelled ? label : sentences.receiptReadPlace(label, value)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function percent(share: number): string {
  return `${share * 100}%`
}
