import { useEffect } from 'react'
import { GUEST, readIds, saveIds, useIds } from '../storage/memberIds.ts'
import { useSession } from '../storage/session.ts'

const FAVOURITES_SHOWN = 6
const RECENT_SHOWN = 4
/** More than are shown, because favourites may be among them. */
const RECENT_KEPT = 10

export type Shop = { id: number; isFavourite: boolean }

/** The merchants that the visitor uses on this device: favourites first, then recent ones, the latest first. */
export function useYourShops(): Shop[] {
  const { ids } = useFavourites()
  return chooseShops(ids, useIds('recent_merchants', useOwner()))
}

export function chooseShops(favourites: number[], recent: number[]): Shop[] {
  const others = recent.filter((id) => !favourites.includes(id))
  return [
    ...favourites.slice(0, FAVOURITES_SHOWN).map((id) => ({ id, isFavourite: true })),
    ...others.slice(0, RECENT_SHOWN).map((id) => ({ id, isFavourite: false })),
  ]
}

/** The visitor's favourite merchants, the latest first. A member who signs in takes over what they marked as a guest. */
export function useFavourites(): { ids: number[]; toggle: (id: number) => void } {
  const owner = useOwner()
  const own = useIds('favourite_merchants', owner)
  const guests = useIds('favourite_merchants', GUEST)
  const hasGuests = owner !== GUEST && guests.length > 0
  useEffect(() => {
    if (!hasGuests) return
    const marked = readIds('favourite_merchants', GUEST)
    saveIds('favourite_merchants', owner, union(marked, readIds('favourite_merchants', owner)))
    saveIds('favourite_merchants', GUEST, [])
  }, [hasGuests, owner])
  const toggle = (id: number) => {
    const before = readIds('favourite_merchants', owner)
    const others = before.filter((other) => other !== id)
    saveIds('favourite_merchants', owner, others.length < before.length ? others : [id, ...before])
  }
  return { ids: union(guests, own), toggle }
}

/** Records that a member opened a merchant's form or sent a receipt to it. Guests have no recent merchants. */
export function rememberMerchant(id: number, owner = ownerNow()): void {
  if (owner === GUEST) return
  const others = readIds('recent_merchants', owner).filter((other) => other !== id)
  saveIds('recent_merchants', owner, [id, ...others].slice(0, RECENT_KEPT))
}

const union = (first: number[], second: number[]) => [...new Set([...first, ...second])]

const useOwner = () => useSession(({ user }) => user?.id ?? GUEST)
const ownerNow = () => useSession.getState().user?.id ?? GUEST
