import { Picture } from '@stampus/ui/Picture'
import type { ComponentProps, ComponentType } from 'react'
import { fileUrl } from '../api/api.ts'

/** A picture that the server named: its address may be a path of the server's own origin. */
export function Photo({ src, placeholder, ...picture }: ComponentProps<typeof Picture>) {
  return (
    <Picture {...picture} src={src ? fileUrl(src) : null} placeholder={placeholder ? fileUrl(placeholder) : null} />
  )
}

type Props = ComponentProps<typeof Photo> & { icon: ComponentType<{ className?: string }> }

/** The picture of a thing, or the mark of its kind where it has none. */
export function Cover({ icon: Icon, ...photo }: Props) {
  if (photo.src) return <Photo {...photo} />
  return (
    <span className={`grid shrinkPhoto-0 place-items-center bg-tint text-blue ${photo.className ?? ''}`}>
      <Icon aria-hidden="true" className="size-8" />
    </span>
  )
}
