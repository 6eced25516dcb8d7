import { buttonClass } from '@stampus/ui/Button'
import { Spinner } from '@stampus/ui/Spinner'
import { Camera, Upload } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import * as words from '#words'
import { useLoading, whileLoading } from '../../shared/api/loading.ts'
import { Link } from '../../shared/components/Link.tsx'
import { useIsUnmounted } from '../../shared/isUnmounted.ts'
import { linkTo } from '../../shared/paths.ts'
import { notify } from '../../shared/toasts.ts'

const DRAFT = 'draft'

/** Two ways to start: choose the merchant first (S-2.11), or photograph the receipt right away (S-4.12). */
export function UploadActions() {
  return (
    <div className="flex gap-3">
      <Link to={linkTo('merchants')} className={buttonClass('primary', 'min-h-14 flex-1 text-lead')}>
        <Upload aria-hidden="true" className="size-5" />
        {words.homeUpload}
      </Link>
      <CameraButton />
    </div>
  )
}

function CameraButton() {
  const navigate = useNavigate()
  const loading = useLoading(DRAFT)
  // Who has followed another link meanwhile stays where that led.
  const isUnmounted = useIsUnmounted()
  const take = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    input.value = ''
    if (file && (await whileLoading(DRAFT, storeAsDraft(file))) && !isUnmounted.current) navigate(linkTo('submit'))
  }
  const latest = useRef(take)
  latest.current = take
  useEffect(() => takeEarlyPicture((input) => void latest.current(input)), [])
  return (
    <label
      className={buttonClass(
        'secondary',
        'relative min-h-14 w-14 px-0 has-focus-visible:outline-3 has-focus-visible:outline-blue has-focus-visible:outline-offset-2',
      )}
    >
      {loading ? <Spinner /> : <Camera aria-hidden="true" className="size-6" />}
      <span className="sr-only">{words.homeTakePhoto}</span>
      <input
        type="file"
        accept="image/*,.heic"
        capture="environment"
        disabled={loading}
        onChange={({ target }) => void take(target)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  )
}

/** The work on a picture is no part of the first download. */
async function storeAsDraft(file: File): Promise<boolean> {
  try {
    const { saveAsDraft } = await import('./saveAsDraft.ts')
    return await saveAsDraft(file)
  } catch {
    notify({ type: 'error', title: words.homePictureNotKeptTitle, message: words.homePictureNotKeptText })
    return false
  }
}

type Input = HTMLInputElement
let early: Input | null

/** Remembers the file field of the rendered page: a picture may be chosen in it before the scripts run. */
export function rememberEarlyPicture(root: Element): void {
  early = root.querySelector<Input>('[type=file]')
}

/** Gives that field to `take` once it holds a picture: now, or when a file chooser that is still open is answered. */
export function takeEarlyPicture(take: (input: Input) => void): void {
  const input = early
  early = null
  if (input?.files?.length) take(input)
  // React replaced the page, so that nobody else hears this field any more.
  else if (input && !input.isConnected) input.onchange = () => take(input)
}
