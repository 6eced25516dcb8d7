import { HOME_UPLOAD_DELAY_MS } from '@stampus/contract/limits'
import { buttonClass } from '@stampus/ui/Button'
import { Spinner } from '@stampus/ui/Spinner'
import { Camera, Upload } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { useNavigate } from 'react-router'
import * as words from '#words'
import { Link } from '../app/Link.tsx'
import { useLeft } from '../app/left.ts'
import { useLoading, whileLoading } from '../app/loading.ts'
import { notify } from '../app/notifications.ts'
import { linkTo } from '../app/paths.ts'

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
  const left = useLeft()
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (file && (await whileLoading(DRAFT, keptAsDraft(file))) && !left.current) navigate(linkTo('submit'))
  }
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
        onChange={take}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  )
}

/** Keeps the picture as the pending draft after half a second (S-4.12); whether that went well. */
async function keptAsDraft(file: File): Promise<boolean> {
  try {
    const later = new Promise((resolve) => setTimeout(resolve, HOME_UPLOAD_DELAY_MS))
    const [{ savePicture }, { prepared }] = await Promise.all([
      import('../submissions/draft.ts'),
      import('../submissions/preparing.ts'),
    ])
    const [picture] = await Promise.all([prepared(file), later])
    await savePicture(picture)
    return true
  } catch {
    notify({ type: 'error', title: words.homePictureNotKeptTitle, message: words.homePictureNotKeptText })
    return false
  }
}
