import { Notice } from '@stampus/ui/Notice'
import type { ReactNode } from 'react'

export function ErrorNotice({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Notice kind="error" role="alert">
      {children}
    </Notice>
  )
}
