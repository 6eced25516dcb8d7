import { observable } from '../observable.ts'

let count = 0
const open = observable(false)

/** Whether a modal dialog covers the page. */
export const useModalOpen = open.useValue

/** Registers an open modal dialog. Returns the function to call when it closes. */
export function registerModal(): () => void {
  note(1)
  return () => note(-1)
}

function note(more: number): void {
  count += more
  open.set(count > 0)
}
