import { buttonClass } from '@stampus/ui/Button'
import { Spinner } from '@stampus/ui/Spinner'
import { Camera, Upload } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import * as words from '#words'
import { trackLoading, useLoading } from '../../shared/api/loading.ts'
import { Link } from '../../shared/components/Link.tsx'
import { useIsUnmounted } from '../../shared/isUnmounted.ts'
import { linkTo } from '../../shared/paths.ts'
import { showToast } from '../../shared/toasts.ts'

const DRAFT = 'draft'

/** Two ways to start: choose the merchant first, or take a photo at once. */
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
  // Do not navigate if the user has opened another page meanwhile.
  const isUnmounted = useIsUnmounted()
  const take = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    input.value = ''
    if (file && (await trackLoading(DRAFT, storeAsDraft(file))) && !isUnmounted.current) navigate(linkTo('submit'))
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

/** The code that handles pictures is not part of the first download. */
async function storeAsDraft(file: File): Promise<boolean> {
  try {
    const { saveAsDraft } = await import('./saveAsDraft.ts')
    return await saveAsDraft(file)
  } catch {
    showToast({ type: 'error', title: words.homePictureNotKeptTitle, message: words.homePictureNotKeptText })
    return false
  }
}

type Input = HTMLInputElement
let early: Input | null

/** Remembers the file field of the server-rendered page. The user may choose a picture before the scripts run. */
export function rememberEarlyPicture(root: Element): void {
  early = root.querySelector<Input>('[type=file]')
}

/** Passes that field to `take` once it has a picture: now, or when the open file chooser closes. */
function takeEarlyPicture(take: (input: Input) => void): void {
  const input = early
  early = null
  if (input?.files?.length) take(input)
  // React has replaced the page, so nothing else listens to this field.
  else if (input && !input.isConnected) input.onchange = () => take(input)
}
