import { useState } from 'react'
import { fileUrl } from '../../../shared/api/api.ts'
import { StampPaper, StampSlot } from '../../../shared/components/StampSlot.tsx'
import type { StampOrigin } from './stampOrigins.ts'

/** A stamp with the logo of the shop that gave it, or the plain stamp. */
export function StampMark({ place, origin }: { place: number; origin: StampOrigin | undefined }) {
  const [failed, setFailed] = useState<string>()
  const logo = origin?.merchant_logo_url
  if (!logo || logo === failed) return <StampSlot place={place} state="filled" />
  const placeholder = origin.merchant_logo_placeholder_image_url
  const area = { x: 7, y: 7, width: 26, height: 26 }
  return (
    <StampPaper place={place} className="fill-blue">
      <rect {...area} className="fill-sheet" />
      {placeholder ? <image {...area} href={fileUrl(placeholder)} /> : null}
      <image {...area} href={fileUrl(logo)} onError={() => setFailed(logo)} />
    </StampPaper>
  )
}
