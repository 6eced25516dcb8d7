import type { SubmissionHistory } from '@stampus/contract/console/submissions'
import { Empty } from '@stampus/ui/Empty'
import { Picture } from '@stampus/ui/Picture'
import { ImageOff } from 'lucide-react'

type Props = { receipt: SubmissionHistory; onExpired: () => void }

/** The receipt's picture, which opens whole in a tab of its own. */
export function ReceiptPicture({ receipt: { id, picture, member }, onExpired }: Props) {
  if (!picture) return <Empty icon={ImageOff} text={goneWith(member)} />
  const { url, placeholder, width, height } = picture
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="block overflow-hidden rounded-sheet border border-line bg-sheet p-2 shadow-sheet"
    >
      <Picture
        src={url}
        placeholder={placeholder}
        alt={`Receipt ${id}, opens in full size`}
        width={width}
        height={height}
        fit="contain"
        className="w-full rounded-control"
        onExpired={onExpired}
      />
    </a>
  )
}

function goneWith({ email }: SubmissionHistory['member']): string {
  return email === null ? 'The picture went with the account.' : 'The picture was removed: its time was over.'
}
