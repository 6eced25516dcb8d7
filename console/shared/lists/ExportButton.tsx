import { EXPORT_MAX_ROWS } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { FieldError } from '@stampus/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { reportSignedOut, useSingleFlight } from '../api/queries.ts'

const rows = EXPORT_MAX_ROWS.toLocaleString('en-MY')

type Props = {
  fetchFile: () => Promise<File>
  /** What the file holds, after its number of rows. */
  note: string
}

/** Saves a filtered list as CSV. */
export function ExportButton({ fetchFile, note }: Props) {
  const saving = useMutation({
    mutationFn: useSingleFlight(saveFile),
    onError: (error: Error) => reportSignedOut(error),
  })
  return (
    <div className="grid justify-items-start gap-1 sm:justify-items-end">
      <Button look="secondary" isBusy={saving.isPending} onClick={() => saving.mutate(fetchFile)}>
        <Download aria-hidden="true" className="size-4" />
        Export CSV
      </Button>
      <p className="text-small text-muted">{`Up to ${rows} rows, ${note}`}</p>
      {saving.error ? <FieldError id="export-error" text={saving.error.message} /> : null}
    </div>
  )
}

/** Fetches before saving: for a plain link, the browser would save an error response as the file. */
async function saveFile(fetchFile: () => Promise<File>): Promise<void> {
  const file = await fetchFile()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}
