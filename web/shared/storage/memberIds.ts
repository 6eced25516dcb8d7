import { create } from 'zustand'
import { tryStorage } from './tryStorage.ts'

const names = ['read_announcements', 'favourite_merchants', 'recent_merchants'] as const
type Name = (typeof names)[number]

/** The owner of what a guest keeps on this device. */
export const GUEST = 0

/** The lists of ids that each member keeps on this device, by key, loaded on demand. */
const useLists = create<Record<string, number[]>>(() => ({}))

window.addEventListener('storage', ({ key }) => {
  if (key === null) useLists.setState({}, true)
  else if (names.some((name) => key.startsWith(`${name}_`))) useLists.setState({ [key]: readStored(key) ?? [] })
})

export function useIds(name: Name, owner: number): number[] {
  const key = keyOf(name, owner)
  return useLists((lists) => lists[key]) ?? readStored(key) ?? []
}

export function readIds(name: Name, owner: number): number[] {
  const key = keyOf(name, owner)
  return readStored(key) ?? useLists.getState()[key] ?? []
}

/** Saves a member's list of ids. If it cannot be stored, it lives in this tab. */
export function saveIds(name: Name, owner: number, ids: number[]): void {
  const key = keyOf(name, owner)
  tryStorage(() => {
    if (ids.length > 0) localStorage.setItem(key, JSON.stringify(ids))
    else localStorage.removeItem(key)
  })
  useLists.setState({ [key]: ids })
}

export function deleteIds(owner: number): void {
  for (const name of names) saveIds(name, owner, [])
}

function readStored(key: string): number[] | undefined {
  return tryStorage(() => {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : undefined
  })
}

const keyOf = (name: Name, owner: number): string => `${name}_${owner}`
