import type { ReactNode } from 'react'
import { Notice } from '../Notice.tsx'

/** An error that belongs to no field. Nothing without a text. */
export function ErrorNotice({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Notice kind="error" role="alert">
      {children}
    </Notice>
  )
}
