import type { PictureProblem } from '@stampus/contract/ocrPreview'
import { Info } from 'lucide-react'
import type { RefObject } from 'react'
import * as words from '#words'

type Input = RefObject<HTMLInputElement | null>
type Props = { problem: PictureProblem | undefined; camera: Input; chooser: Input }

/** Why the chosen picture is hard to read, with a way to another one: the camera on a phone, the file chooser elsewhere. */
export function PictureProblemNote({ problem, camera, chooser }: Props) {
  // A newer server may know more problems.
  const text = problem && words.receiptPictureProblems[problem]
  return (
    <div className={text ? 'mt-2 flex flex-wrap items-center gap-x-3 rounded-control bg-tint px-3 py-1.5' : ''}>
      <div role="status" className="min-w-52 flex-1">
        {text ? (
          <p className="flex gap-2 text-small">
            <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-blue" />
            {text}
          </p>
        ) : null}
      </div>
      {text ? (
        <>
          <button type="button" onClick={() => open(camera)} className={`${button} pointer-fine:hidden`}>
            {words.receiptPhotoRetake}
          </button>
          <button type="button" onClick={() => open(chooser)} className={`${button} pointer-coarse:hidden`}>
            {words.receiptPictureOther}
          </button>
        </>
      ) : null}
    </div>
  )
}

const button = 'inline-flex min-h-11 items-center px-1 font-semibold text-blue text-small underline underline-offset-4'

/** The focus moves too, for this note goes once another picture is chosen. */
function open({ current }: Input) {
  current?.focus()
  current?.click()
}
