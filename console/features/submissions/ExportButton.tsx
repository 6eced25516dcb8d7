import { exportSubmissions } from '@stampus/contract/console/submissions'
import { EXPORT_MAX_ROWS } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { FieldFault } from '@stampus/ui/Field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { callFile } from '../../shared/api/api.ts'
import { noteSignedOut, operatorQuery, useOnce } from '../../shared/api/queries.ts'
import type { asSearch } from './filterNames.ts'

type Search = ReturnType<typeof asSearch>

const rows = EXPORT_MAX_ROWS.toLocaleString('en-MY')

/** Saves what is found as a file for a spreadsheet; only a manager's holds names and emails. */
export function ExportButton({ search }: { search: Search }) {
  const isManager = useQuery(operatorQuery).data?.role === 'manager'
  const saving = useMutation({
    mutationFn: useOnce(saveFile),
    networkMode: 'always',
    onError: (fault: Error) => noteSignedOut(fault),
  })
  return (
    <div className="grid justify-items-start gap-1 sm:justify-items-end">
      <Button look="secondary" busy={saving.isPending} onClick={() => saving.mutate(search)}>
        <Download aria-hidden="true" className="size-4" />
        Export CSV
      </Button>
      <p className="text-small text-muted">{`Up to ${rows} rows, ${isManager ? 'with names and emails. The audit log notes it.' : 'without names and emails'}`}</p>
      {saving.error ? <FieldFault id="export-fault" text={saving.error.message} /> : null}
    </div>
  )
}

/** Fetched first: of a link that is refused the browser would save the refusal. */
async function saveFile(search: Search): Promise<void> {
  const file = await callFile(exportSubmissions, search)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}
