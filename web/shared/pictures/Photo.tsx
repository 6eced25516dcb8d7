import { Picture } from '@stampus/ui/Picture'
import type { ComponentProps, ComponentType } from 'react'
import { fileUrl } from '../api/api.ts'

export function Photo({ src, placeholder, ...picture }: ComponentProps<typeof Picture>) {
  return (
    <Picture {...picture} src={src ? fileUrl(src) : null} placeholder={placeholder ? fileUrl(placeholder) : null} />
  )
}

export type Pictured = { image_url: string | null; placeholder_image_url: string | null }
type CoverProps = Omit<ComponentProps<typeof Picture>, 'src' | 'placeholder' | 'alt'> & {
  of: Pictured
  icon: ComponentType<{ className?: string }>
}

export function Cover({ of, icon: Icon, ...picture }: CoverProps) {
  if (of.image_url) return <Photo {...picture} src={of.image_url} placeholder={of.placeholder_image_url} alt="" />
  return (
    <span className={`grid shrink-0 place-items-center bg-tint text-blue ${picture.className ?? ''}`}>
      <Icon aria-hidden="true" className="size-8" />
    </span>
  )
}
