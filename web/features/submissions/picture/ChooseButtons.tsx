import { acceptAttribute, type PictureRule } from '@stampus/contract/values/pictures'
import { buttonClass } from '@stampus/ui/Button'
import { Camera, ImageUp } from 'lucide-react'
import type { ChangeEvent, Ref } from 'react'
import * as words from '#words'

type Props = {
  rule: PictureRule
  /** There is a picture already; choosing replaces it. */
  again: boolean
  onChoose: (file: File) => void
  cameraRef: Ref<HTMLInputElement>
  inputRef: Ref<HTMLInputElement>
}

/** The camera, where the device is a phone, and the device's own file chooser. */
export function ChooseButtons({ rule, again, onChoose, cameraRef, inputRef }: Props) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (file) onChoose(file)
  }
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <label className={buttonClass(again ? 'secondary' : 'primary', `${focus} pointer-fine:hidden`)}>
        <Camera aria-hidden="true" className="size-5" />
        {again ? words.receiptPhotoAgain : words.receiptPhotoTake}
        <input ref={cameraRef} type="file" accept="image/*" capture="environment" onChange={choose} className={input} />
      </label>
      <label className={buttonClass('secondary', focus)}>
        <ImageUp aria-hidden="true" className="size-5" />
        {again ? words.receiptPictureAgain : words.receiptPictureChoose}
        <input ref={inputRef} type="file" accept={acceptAttribute(rule)} onChange={choose} className={input} />
      </label>
    </div>
  )
}

const input = 'absolute inset-0 cursor-pointer opacity-0'
const focus = 'relative has-focus-visible:outline-3 has-focus-visible:outline-blue has-focus-visible:outline-offset-2'
