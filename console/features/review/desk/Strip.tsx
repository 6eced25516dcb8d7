import type { Place } from '@stampus/contract/console/comparedFacts'
import type { DeskPicture } from '@stampus/contract/console/signals'

const LETTERS_PX = 20
const WIDEST_PX = 190

type Props = { picture: DeskPicture; src: string; place: Place }

/** The line of the picture on which a fact was read, large enough to read it, with the fact in a frame. */
export function Strip({ picture, src, place }: Props) {
  const [width, height] = [place.width * picture.width, place.height * picture.height]
  const scale = Math.min(LETTERS_PX / height, WIDEST_PX / width)
  const px = (length: number) => `${length * scale}px`
  const [across, down] = [place.left * picture.width + width / 2, place.top * picture.height + height / 2]
  const left = `calc(50% - ${px(across)})`
  const top = `calc(50% - ${px(down)})`
  return (
    <span aria-hidden="true" className="relative block h-12 w-full overflow-hidden rounded-control bg-line">
      <img
        src={src}
        alt=""
        width={picture.width}
        height={picture.height}
        decoding="async"
        className="absolute max-w-none"
        style={{ left, top, width: px(picture.width), height: px(picture.height) }}
      />
      <span
        className="absolute rounded-xs outline-2 outline-mark-fits outline-offset-2"
        style={{
          left: `calc(50% - ${px(width / 2)})`,
          top: `calc(50% - ${px(height / 2)})`,
          width: px(width),
          height: px(height),
        }}
      />
    </span>
  )
}
