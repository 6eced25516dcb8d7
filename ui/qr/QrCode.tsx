import { QRCodeSVG } from 'qrcode.react'

type Props = {
  value: string
  title: string
  /** How much of the picture may be missing: 7, 15 or 25 %. */
  level?: 'L' | 'M' | 'Q'
  className?: string
}

/**
 * A QR code: black on white in every mode, with the quiet zone of four modules inside the picture. A quiet zone made by CSS is
 * missing in forced colours and in print.
 */
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
