import type { DeskPicture } from '@stampus/contract/console/signals'
import { useEffect, useRef } from 'react'

/** Fetches and decodes what probably comes next, so that it is there at once. */
export function usePicturesAhead(ahead: DeskPicture[]): void {
  // A decoded picture is kept as long as somebody holds it.
  const held = useRef<HTMLImageElement[]>([])
  useEffect(() => {
    const known = held.current
    held.current = [
      ...known.slice(-2),
      ...ahead.map(({ url }) => known.find(({ src }) => src.endsWith(url)) ?? decoded(url)),
    ]
  }, [ahead])
}

function decoded(url: string): HTMLImageElement {
  const image = new Image()
  image.src = url
  image.decode().catch(() => undefined)
  return image
}
