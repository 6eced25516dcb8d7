import type { DeskPicture } from '@stampus/contract/console/signals'
import type { FactFrame } from './facts.ts'
import type { PictureView } from './pictureView.ts'

type FactFramesProps = { picture: DeskPicture; frames: FactFrame[]; view: PictureView; transform: string }

const LINE_PX = 2

/** Frames around facts on the picture. Their lines stay thin when the picture is enlarged. */
export function FactFrames({ picture: { width, height }, frames, view, transform }: FactFramesProps) {
  const [across, down] = view.turns % 2 ? ['100cqh', '100cqw'] : ['100cqw', '100cqh']
  const fittedWidth = `min(${across}, ${down} * ${width / height})`
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none relative [grid-area:1/1]"
      style={{ width: fittedWidth, aspectRatio: `${width} / ${height}`, transform }}
    >
      {frames.map(({ name, place, verdict }) => (
        <span
          key={name}
          className={`absolute rounded-xs ${looks[verdict]}`}
          style={{
            left: toPercent(place.left),
            top: toPercent(place.top),
            width: toPercent(place.width),
            height: toPercent(place.height),
            outlineStyle: verdict === 'filled_in' ? 'dashed' : 'solid',
            outlineWidth: LINE_PX / view.scale,
            outlineOffset: LINE_PX / view.scale,
          }}
        />
      ))}
    </div>
  )
}

const looks: Record<FactFrame['verdict'], string> = {
  fits: 'bg-mark-fits/15 outline-mark-fits',
  differs: 'bg-mark-differs/20 outline-mark-differs',
  not_found: 'bg-mark-differs/20 outline-mark-differs',
  filled_in: 'outline-mark-neutral',
}

const toPercent = (fraction: number) => `${fraction * 100}%`
