import { Picture } from '@stampus/ui/Picture'
import type { ComponentProps, ComponentType } from 'react'
import { fileUrl } from '../api/api.ts'

/** A picture from the API, whose URL may be a path of the API's origin. */
export function Photo({ src, placeholder, ...picture }: ComponentProps<typeof Picture>) {
  return (
    <Picture {...picture} src={src ? fileUrl(src) : null} placeholder={placeholder ? fileUrl(placeholder) : null} />
  )
}

type Props = ComponentProps<typeof Photo> & { icon: ComponentType<{ className?: string }> }

/** A picture, or the icon of its kind if there is none. */
export function Cover({ icon: Icon, ...photo }: Props) {
  if (photo.src) return <Photo {...photo} />
  return (
    <span className={`grid shrink-0 place-items-center bg-tint text-blue ${photo.className ?? ''}`}>
      <Icon aria-hidden="true" className="size-8" />
    </span>
  )
}
