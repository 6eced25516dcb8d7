import { acceptAttribute, avatarPicture } from '@stampus/contract/values/pictures'
import { buttonClass } from '@stampus/ui/Button'
import { Camera, ImageUp } from 'lucide-react'
import type { ChangeEvent, Ref } from 'react'
import * as words from '#words'

type Props = { onChoose: (file: File) => void; inputRef: Ref<HTMLInputElement> }

/** The camera towards oneself, where the device is a phone, and the device's own file chooser. */
export function AvatarButtons({ onChoose, inputRef }: Props) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (file) onChoose(file)
  }
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <label className={`${look} pointer-fine:hidden`}>
        <Camera aria-hidden="true" className="size-5" />
        {words.avatarPhoto}
        <input type="file" accept="image/*" capture="user" onChange={choose} className={input} />
      </label>
      <label className={look}>
        <ImageUp aria-hidden="true" className="size-5" />
        {words.avatarChoose}
        <input ref={inputRef} type="file" accept={acceptAttribute(avatarPicture)} onChange={choose} className={input} />
      </label>
    </div>
  )
}

const input = 'absolute inset-0 cursor-pointer opacity-0'
const look = buttonClass(
  'secondary',
  'relative has-focus-visible:outline-3 has-focus-visible:outline-blue has-focus-visible:outline-offset-2',
)
