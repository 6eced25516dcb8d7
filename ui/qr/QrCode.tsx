import { QRCodeSVG } from 'qrcode.react'

type Props = {
  value: string
  title: string
  /** How much of the picture may be missing: 7, 15 or 25 %. */
  level?: 'L' | 'M' | 'Q'
  className?: string
}

/** Black on white in every mode. A quiet zone made by CSS would be missing in forced colours and in print. */
export function QrCode({ value, title, level = 'M', className }: Props) {
  return (
    <QRCodeSVG
      value={value}
      title={title}
      level={level}
      marginSize={4}
      bgColor="#ffffff"
      fgColor="#000000"
      shapeRendering="crispEdges"
      className={`h-auto max-w-full forced-color-adjust-none ${className ?? ''}`}
    />
  )
}
