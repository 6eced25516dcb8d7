import { Button } from '@stampus/ui/Button'
import type { Choice } from './merchantChoice.ts'

/** The merchant that was chosen, and the way to another. */
export function ChosenMerchant({ merchant, onChange }: { merchant: Choice; onChange: () => void }) {
  return (
    <div>
      <p className="mb-1.5 font-semibold">Merchant</p>
      <div className="flex items-center gap-3 rounded-control border border-edge bg-sheet py-2 pr-1 pl-3">
        <p className="min-w-0 flex-1">
          <span className="block font-medium">{merchant.name}</span>
          <span className="line-clamp-1 text-small text-soft">{merchant.address}</span>
        </p>
        <Button look="quiet" onClick={onChange}>
          Change
          <span className="sr-only"> the merchant</span>
        </Button>
      </div>
    </div>
  )
}
