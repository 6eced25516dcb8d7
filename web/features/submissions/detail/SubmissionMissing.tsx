import { ReceiptText } from 'lucide-react'
import * as words from '#words'
import { Missing } from '../../../shared/components/Missing.tsx'
import { linkTo } from '../../../shared/paths.ts'

const ways = [{ to: linkTo('submissions'), label: words.submissionBack }]

/** No such receipt, or somebody else's (D-08). */
export function SubmissionMissing() {
  return (
    <Missing icon={ReceiptText} text={words.submissionMissing} ways={ways}>
      {words.submissionMissingText}
    </Missing>
  )
}
