import { Spinner } from '@stampus/ui/Spinner'
import { Camera } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as words from '#words'
import { trackLoading, useLoading } from '../../../shared/api/loading.ts'
import { useIsUnmounted } from '../../../shared/isUnmounted.ts'
import { linkTo } from '../../../shared/paths.ts'
import { showToast } from '../../../shared/toasts.ts'
import { takeEarlyPicture } from './earlyPicture.ts'

const DRAFT = 'draft'

const place =
  'absolute bottom-full left-1/2 mb-2 -translate-x-1/2 low:right-4 low:left-auto low:translate-x-0 big:right-4 big:left-auto big:translate-x-0'
const look =
  'grid size-[64px] place-items-center rounded-chip border-2 border-sheet bg-blue text-on-blue shadow-lifted hover:bg-blue-deep low:size-[56px] big:size-[56px] has-focus-visible:outline-3 has-focus-visible:outline-blue has-focus-visible:outline-offset-2'

export function Snap() {
  const navigate = useNavigate()
  const loading = useLoading(DRAFT)
  const { pathname } = useLocation()
  const page = useRef(pathname)
  page.current = pathname
  const isUnmounted = useIsUnmounted()
  const take = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    input.value = ''
    if (!file) return
    const isStored = await trackLoading(DRAFT, storeAsDraft(file))
    // Do not navigate if the user has opened another page meanwhile.
    if (isStored && page.current === pathname && !isUnmounted.current) navigate(linkTo('submit'))
  }
  const latest = useRef(take)
  latest.current = take
  useEffect(() => takeEarlyPicture((input) => void latest.current(input)), [])
  return (
    <label className={`${place} ${look}`}>
      {loading ? <Spinner color="white" /> : <Camera aria-hidden="true" className="size-[28px]" />}
      <span className="sr-only">{words.snap}</span>
      <input
        type="file"
        data-snap=""
        accept="image/*,.heic"
        capture="environment"
        disabled={loading}
        onChange={({ target }) => void take(target)}
        className="absolute inset-0 cursor-pointer rounded-chip opacity-0"
      />
    </label>
  )
}

/** The code that handles pictures is not part of the first download. */
async function storeAsDraft(file: File): Promise<boolean> {
  try {
    const { saveAsDraft } = await import('./saveAsDraft.ts')
    return await saveAsDraft(file)
  } catch {
    showToast({ type: 'error', title: words.homePictureNotKeptTitle, message: words.pageBrokenText })
    return false
  }
}
