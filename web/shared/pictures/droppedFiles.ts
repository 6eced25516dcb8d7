import { useLayoutEffect, useRef, useState } from 'react'

/** Passes the first file dropped or pasted to `take`, with the number of others. Returns whether one is dragged. */
export function useDroppedFiles(take: (file: File, others: number) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  const latest = useRef(take)
  latest.current = take
  useLayoutEffect(() => {
    const stop = new AbortController()
    const on = <K extends keyof DocumentEventMap>(name: K, react: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(name, react, { signal: stop.signal })
    const receive = (event: Event, from: DataTransfer | null) => {
      const [file, ...others] = from?.files ?? []
      if (!file) return
      event.preventDefault()
      latest.current(file, others.length)
    }
    on('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setDragging(true)
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setDragging(false)
    })
    on('drop', (event) => {
      setDragging(false)
      receive(event, event.dataTransfer)
    })
    on('paste', (event) => receive(event, event.clipboardData))
    return () => stop.abort()
  }, [])
  return isDragging
}

export function dropZoneClass(isDragging = false, error?: string): string {
  if (isDragging) return 'rounded-sheet border-2 border-blue bg-tint'
  return `rounded-sheet border-2 border-dashed bg-sheet ${error ? 'border-rejected' : 'border-border-strong'}`
}
