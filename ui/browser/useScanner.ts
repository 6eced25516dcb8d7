import { useEffect, useEffectEvent, useRef, useState } from 'react'

const FOREIGN_SHOWN_MS = 4000

type Start = (seen: { video: HTMLVideoElement; onForeign: () => void }) => () => void

/** `start` begins to scan and returns what ends that. `isForeign`: a code of others was seen a moment ago. */
export function useScanner(start: Start, isOn = true) {
  const video = useRef<HTMLVideoElement>(null)
  const [isForeign, setForeign] = useState(false)
  const begin = useEffectEvent(start)
  useEffect(() => {
    if (!video.current || !isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onForeign = () => {
      setForeign(true)
      clearTimeout(timer)
      timer = setTimeout(() => setForeign(false), FOREIGN_SHOWN_MS)
    }
    const stop = begin({ video: video.current, onForeign })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isOn])
  return { video, isForeign }
}
