type Press = Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'button'>

/** The number of the current entry of the tab's history, as React Router counts them; 0 is the first page. */
export const historyIndex = (): number => Number((history.state as { idx?: number } | null)?.idx ?? 0)

/** Whether a press on a link opens it in this tab, so without a modifier key and with the main button. */
export function isPlainPress({ metaKey, ctrlKey, shiftKey, button }: Press): boolean {
  return !metaKey && !ctrlKey && !shiftKey && button === 0
}
