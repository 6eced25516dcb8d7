import { ScanText } from 'lucide-react'
import * as words from '#words'

/** Marks a value that was filled in from the photo. */
export function FilledNote() {
  return (
    <span className="flex items-start gap-1.5 text-muted">
      <ScanText aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {words.receiptFilled}
    </span>
  )
}
