import type { ComponentProps, ComponentType } from 'react'
import { Photo } from './Photo.tsx'

type Props = ComponentProps<typeof Photo> & { icon: ComponentType<{ className?: string }> }

/** The picture of a thing, or the mark of its kind where it has none. */
export function Cover({ icon: Icon, ...photo }: Props) {
  if (photo.src) return <Photo {...photo} />
  return (
    <span className={`grid shrink-0 place-items-center bg-tint text-blue ${photo.className ?? ''}`}>
      <Icon aria-hidden="true" className="size-8" />
    </span>
  )
}
