import type { Endpoint, InputOf } from '@stampus/contract/endpoint'
import { EXPORT_MAX_ROWS } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { useSingleFlight } from '@stampus/ui/browser/useSingleFlight'
import { FieldError } from '@stampus/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { callFile } from '../api/api.ts'
import { reportSignedOut } from '../api/queries.ts'

const rows = EXPORT_MAX_ROWS.toLocaleString('en-MY')

/** Saves a list as CSV. `note` says what the file holds, after its number of rows. */
export function ExportButton<E extends Endpoint>({ call, input, note }: { call: E; input: InputOf<E>; note: string }) {
  // Fetched before saving: for a plain link, the browser would save an error response as the file.
  const save = async (given: InputOf<E>) => {
    const file = await callFile(call, given)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = file.name
    link.click()
    URL.revokeObjectURL(link.href)
  }
  const saving = useMutation({
    mutationFn: useSingleFlight(save),
    onError: (error: Error) => reportSignedOut(error),
  })
  return (
    <div className="grid justify-items-start gap-1 sm:justify-items-end">
      <Button look="secondary" isBusy={saving.isPending} onClick={() => saving.mutate(input)}>
        <Download aria-hidden="true" className="size-4" />
        Export CSV
      </Button>
      <p className="text-small text-muted">{`Up to ${rows} rows, ${note}`}</p>
      {saving.error ? <FieldError id="export-error" text={saving.error.message} /> : null}
    </div>
  )
}
