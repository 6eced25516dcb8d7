import type { DeskPicture } from '@stampus/contract/console/signals'
import type { Sight } from '../../features/review/desk/sight.ts'
import type { Mark } from './ocr.ts'

type Props = { picture: DeskPicture; marks: Mark[]; sight: Sight; transform: string }

const EDGE_PX = 2

/** Frames around what was read, lying on the picture as it is shown now; their edges stay thin when it is enlarged. */
export function Marks({ picture: { width, height }, marks, sight, transform }: Props) {
  const [across, down] = sight.turns % 2 ? ['100cqh', '100cqw'] : ['100cqw', '100cqh']
  const fitted = `min(${across}, ${down} * ${width / height})`
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none relative [grid-area:1/1]"
      style={{ width: fitted, aspectRatio: `${width} / ${height}`, transform }}
    >
      {marks.map(({ name, place, fits }) => (
        <span
          key={name}
          className={`absolute rounded-xs ${fits ? 'bg-mark-fits/15 outline-mark-fits' : 'bg-mark-differs/20 outline-mark-differs'}`}
          style={{
            left: share(place.left),
            top: share(place.top),
            width: share(place.width),
            height: share(place.height),
            outlineStyle: 'solid',
            outlineWidth: EDGE_PX / sight.scale,
            outlineOffset: EDGE_PX / sight.scale,
          }}
        />
      ))}
    </div>
  )
}

const share = (fraction: number) => `${fraction * 100}%`
