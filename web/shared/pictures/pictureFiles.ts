import { typeByContent } from '@stampus/contract/values/pictures'
import { inTime } from '@stampus/ui/browser/inTime'
import { useEffect, useState } from 'react'

/** A chosen file with the type that its content says; as it is if the browser does not read it in time. */
export function pictureOf(file: File): Promise<File> {
  return inTime(typeByContent(file)).catch(() => file)
}

export function useObjectUrl(file: File): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

const HEIC = /^image\/hei[cf]|\.(hei[cf]|hif)$/i

/** Whether the file is HEIC, by its type, or by its name if the browser knows no type. Most browsers cannot show it. */
export function isHeic({ name, type }: File): boolean {
  return HEIC.test(type || name)
}
