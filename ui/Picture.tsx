import { ImageOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { useServerRendered } from './browser/useHydrated.ts'
import { useNetworkReturn } from './browser/useNetworkReturn.ts'

const ATTEMPTS = 3
const PAUSE_MS = 2000

type Props = {
  src: string | null
  placeholder?: string | null | undefined
  alt: string
  width: number
  height: number
  className?: string
  fit?: 'cover' | 'contain'
  isEager?: boolean
  /** Called when loading fails, for example because the signed address expired. It should bring a fresh `src`. */
  onExpired?: (() => void) | undefined
}

/** A picture that keeps its space while loading: the placeholder, then a cross-fade. It retries after errors. */
export function Picture({ src, placeholder, className = '', ...picture }: Props) {
  const [failedSource, setFailedSource] = useState<string | null>(null)
  const shown = useStableSource(src, failedSource)
  const attempts = useRef(0)
  const fail = () => {
    setFailedSource(shown)
    attempts.current += 1
    if (attempts.current > ATTEMPTS) return
    picture.onExpired?.()
    setTimeout(() => setFailedSource(null), attempts.current * PAUSE_MS)
  }
  useNetworkReturn(() => {
    attempts.current = 0
    setFailedSource(null)
  })
  return (
    <span className={`relative block shrink-0 overflow-hidden bg-line ${className}`}>
      {placeholder ? <Placeholder src={placeholder} {...picture} /> : null}
      {shown && shown !== failedSource ? (
        <Photo key={shown} src={shown} {...picture} onError={fail} />
      ) : (
        <Missing alt={picture.alt} hasPlaceholder={Boolean(placeholder)} />
      )}
    </span>
  )
}

/** The address of a picture changes with each signature. Keep the shown one as long as it works. */
function useStableSource(src: string | null, failedSource: string | null): string | null {
  const [current, setCurrent] = useState(src)
  if (src === current) return src
  if (fileOf(src) === fileOf(current) && current !== failedSource) return current
  setCurrent(src)
  return src
}

const fileOf = (address: string | null): string | undefined => address?.split('?')[0]

type Layer = Pick<Props, 'alt' | 'width' | 'height' | 'fit' | 'isEager'> & { src: string }

function Placeholder({ src, width, height, fit }: Layer) {
  return (
    <img src={src} alt="" width={width} height={height} className={`absolute inset-0 size-full ${fitClass(fit)}`} />
  )
}

function Photo({ src, alt, width, height, fit, isEager = false, onError }: Layer & { onError: () => void }) {
  const isServed = useServerRendered()
  // Loading may have ended before the listener was attached, as with a picture that the served page showed.
  const look = (image: HTMLImageElement | null) => {
    if (!image?.complete) return
    if (image.naturalWidth === 0) onError()
    else markLoaded(image)
  }
  return (
    <img
      ref={look}
      // A server-rendered picture is visible without scripts.
      data-loaded={isServed ? '' : undefined}
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : 'auto'}
      decoding="async"
      onLoad={({ currentTarget }) => markLoaded(currentTarget)}
      onError={onError}
      className={`relative size-full opacity-0 transition-opacity duration-300 data-loaded:opacity-100 ${fitClass(fit)}`}
    />
  )
}

/** Shows a picture. Not by a state, because each picture of a page would be rendered once more when it has loaded. */
function markLoaded(image: HTMLImageElement): void {
  image.dataset.loaded = ''
}

const fitClass = (fit: Props['fit'] = 'cover'): string => (fit === 'cover' ? 'object-cover' : 'object-contain')

function Missing({ alt, hasPlaceholder }: { alt: string; hasPlaceholder: boolean }) {
  return (
    <span
      className="absolute inset-0 grid place-items-center text-muted"
      {...(alt && { role: 'img', 'aria-label': alt })}
    >
      {hasPlaceholder ? null : <ImageOff aria-hidden="true" className="size-5" />}
    </span>
  )
}
