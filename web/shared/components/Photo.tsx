import { Picture } from '@stampus/ui/Picture'
import type { ComponentProps } from 'react'
import { fileUrl } from '../api/api.ts'

/** A picture that the server named: its address may be a path of the server's own origin. */
export function Photo({ src, placeholder, ...picture }: ComponentProps<typeof Picture>) {
  return (
    <Picture {...picture} src={src ? fileUrl(src) : null} placeholder={placeholder ? fileUrl(placeholder) : null} />
  )
}
