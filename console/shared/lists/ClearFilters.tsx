import { Button } from '@stampus/ui/Button'

/** The way out of all filters, while any is set. It goes with them; the heading of the page takes its focus. */
export function ClearFilters({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  if (!narrowed) return null
  return (
    <Button look="quiet" onClick={onClear} className="justify-self-start">
      Clear filters
    </Button>
  )
}
