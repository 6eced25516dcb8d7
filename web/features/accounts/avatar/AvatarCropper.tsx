import { Button } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { FieldError } from '@stampus/ui/Field'
import { RotateCw } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import * as words from '#words'
import { useObjectUrl } from '../../../shared/pictures/pictureFiles.ts'
import { type CropArea, cropPicture } from './avatarCrop.ts'

type Props = { file: File; onPlaced: (picture: File) => void; onClose: () => void }

const MAX_ZOOM = 4
const STEP_PX = 8

export function AvatarCropper({ file, onPlaced, onClose }: Props) {
  const address = useObjectUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [rotation, setRotation] = useState(0)
  const [area, setArea] = useState<CropArea>()
  const [failed, setFailed] = useState(false)
  const place = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const dialog = currentTarget.closest('dialog')
    if (!area) return
    try {
      onPlaced(await cropPicture(file, area, rotation))
      dialog?.close()
    } catch {
      setFailed(true)
    }
  }
  return (
    <Dialog title={words.avatarPlaceTitle} onClose={onClose}>
      <p className="text-small text-muted">{words.avatarPlaceHint}</p>
      <div className="relative mx-auto aspect-square w-full max-w-72 overflow-hidden rounded-control bg-line">
        {address ? (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            rotation={rotation}
            aspect={1}
            cropShape="round"
            objectFit="cover"
            showGrid={false}
            keyboardStep={STEP_PX}
            cropperProps={{ role: 'application', 'aria-label': words.avatarPlace }}
            classes={{ cropAreaClassName: 'focus-visible:-outline-offset-4' }}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
          />
        ) : null}
      </div>
      <div className="flex items-center gap-4">
        <Zoom value={zoom} onChange={setZoom} />
        <Button look="secondary" onClick={() => setRotation((rotation + 90) % 360)}>
          <RotateCw aria-hidden="true" className="size-4" />
          {words.avatarTurn}
        </Button>
      </div>
      {failed ? <FieldError id="avatar-not-cut" text={words.avatarNotCut} /> : null}
      <DialogActions cancel={words.dialogCancel}>
        <Button onClick={place} aria-disabled={!area}>
          {words.avatarUse}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Zoom({ value, onChange }: { value: number; onChange: (zoom: number) => void }) {
  return (
    <label className="flex min-w-0 flex-1 items-center gap-3 font-semibold">
      <span className="shrink-0">{words.avatarZoom}</span>
      <input
        type="range"
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        value={value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="h-11 w-full min-w-0"
      />
    </label>
  )
}
