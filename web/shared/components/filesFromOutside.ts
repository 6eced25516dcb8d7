import { useLayoutEffect, useRef, useState } from 'react'

/**
 * The first of the files that are dropped anywhere on the page or pasted goes to `take`, with the number of the others.
 * Answers whether one is being dragged over the page.
 */
export function useFilesFromOutside(take: (file: File, others: number) => void): boolean {
  const [dragging, setDragging] = useState(false)
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
  return dragging
}
