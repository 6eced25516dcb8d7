import { Heart } from 'lucide-react'
import * as sentences from '#sentences'
import { useFavourites } from '../../shared/merchants/yourShops.ts'

/** Marks a merchant as a favourite on this device, or removes the mark. */
export function FavouriteButton({ merchant: { id, name } }: { merchant: { id: number; name: string } }) {
  const { ids, toggle } = useFavourites()
  const isFavourite = ids.includes(id)
  return (
    <button
      type="button"
      aria-label={sentences.merchantFavouriteLabel(name)}
      aria-pressed={isFavourite}
      onClick={() => toggle(id)}
      className="grid size-11 shrink-0 place-items-center self-start rounded-control border border-border-strong bg-sheet text-blue hover:border-blue"
    >
      <Heart aria-hidden="true" className={`size-6 ${isFavourite ? 'fill-current' : ''}`} />
    </button>
  )
}
