import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import type { OmittedPicture } from './pasting/pastedPictures.ts'

const SHOWN_MAX = 20

type OmittedPicturesProps = { pictures: readonly OmittedPicture[]; onClose: () => void }

/** Lists the pasted pictures that are not in the text, until the manager closes it. */
export function OmittedPicturesNotice({ pictures, onClose }: OmittedPicturesProps) {
  if (pictures.length === 0) return null
  const more = pictures.length - SHOWN_MAX
  return (
    <Notice kind="warning" role="alert">
      <p className="font-semibold">{omittedText(pictures)}</p>
      <ul className="my-1 grid list-disc gap-1 pl-5">
        {pictures.slice(0, SHOWN_MAX).map(({ name, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have one name, and none ever moves
          <li key={at} className="wrap-anywhere">
            {name}: {why}.
          </li>
        ))}
        {more > 0 ? <li>and {more} more.</li> : null}
      </ul>
      <p>The text was pasted without them. To show a picture above the text, choose one under Picture.</p>
      <Button look="quiet" onClick={onClose} className="-mx-4">
        Close
      </Button>
    </Notice>
  )
}

export function omittedText({ length }: readonly OmittedPicture[]): string {
  return length === 1 ? '1 picture was left out.' : `${length} pictures were left out.`
}
