import { create } from 'zustand'
import { tryStorage } from './tryStorage.ts'

export const DRAFTS_KEY = 'drafts'

const isStored = () => tryStorage(() => localStorage.getItem(DRAFTS_KEY) !== null) ?? false

/** Whether this browser has drafts of anyone, or a form that will save one. What handles them is loaded only then. */
export const useHasDrafts = create<{ hasDrafts: boolean }>(() => ({ hasDrafts: isStored() }))

export function followDraftsOfOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === DRAFTS_KEY && isStored()) useHasDrafts.setState({ hasDrafts: true })
  })
}
