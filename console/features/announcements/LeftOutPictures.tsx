import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import type { LeftOutPicture } from './pasting/pastedPictures.ts'

const SHOWN_MAX = 20

type Props = { pictures: readonly LeftOutPicture[]; onClose: () => void }

/** Names the pictures that were pasted but are not in the text, until the manager has read it. */
export function LeftOutPictures({ pictures, onClose }: Props) {
  if (pictures.length === 0) return null
  const more = pictures.length - SHOWN_MAX
  return (
    <Notice kind="warning" role="alert">
      <p className="font-semibold">{leftOutWords(pictures)}</p>
      <ul className="my-1 grid list-disc gap-1 pl-5">
        {pictures.slice(0, SHOWN_MAX).map(({ name, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have one name, and none ever moves
          <li key={at} className="wrap-anywhere">
            {name}: {why}.
          </li>
        ))}
        {more > 0 ? <li>and {more} more.</li> : null}
      </ul>
      <p>The rest of the text is here. Members see one picture above the text: choose it under Picture.</p>
      <Button look="quiet" onClick={onClose} className="-mx-4">
        Close
      </Button>
    </Notice>
  )
}

/** How many pictures the text lacks. */
export function leftOutWords({ length }: readonly LeftOutPicture[]): string {
  return length === 1 ? '1 picture was left out.' : `${length} pictures were left out.`
}
