import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'

/** A pasted or dropped picture: a name that the manager recognizes, and why it is not in the text. */
export type OmittedPicture = { name: string; why: string }

const NAME_MAX = 80
const PLACE_MAX = 40

/** Removes the pictures from pasted HTML and lists them: announcements have no pictures in the text. */
export function extractPictures(body: HTMLElement): OmittedPicture[] {
  const pictures = [...body.querySelectorAll('img, svg')].filter((picture) => !isCheckbox(picture))
  const textBefore = textsBefore(body)
  const omitted = pictures.map((picture, at) => ({
    name: pictureName(picture) ?? placeOf(textBefore(picture), at + 1),
    why: whyNot(picture),
  }))
  for (const picture of body.querySelectorAll('img, svg')) picture.remove()
  return omitted
}

export function pictureFiles(files: FileList | undefined): OmittedPicture[] {
  const pictures = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
  return pictures.map(({ name }) => ({ name: shorten(name) || 'Picture', why: 'it is a picture file' }))
}

/** Google Docs draws the boxes of a checklist as pictures. */
const isCheckbox = (picture: Element) => picture.closest('li[role="checkbox"]') !== null

function pictureName(picture: Element): string | undefined {
  const described = shorten(picture.getAttribute('alt') ?? picture.querySelector('title')?.textContent ?? '')
  if (described) return `“${described}”`
  return fileName(addressOf(picture)) || undefined
}

function placeOf(textBefore: string, number: number): string {
  const text = textBefore.trim()
  const last = text.length > PLACE_MAX ? `…${text.slice(-PLACE_MAX)}` : text
  return last ? `Picture ${number}, after “${last}”` : `Picture ${number}, at the beginning`
}

/** Returns a function that reads the end of the text before each picture. It must be called in their order. */
function textsBefore(body: HTMLElement): (picture: Element) => string {
  const nodes = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  let text = ''
  return (picture) => {
    while (nodes.currentNode !== picture && nodes.nextNode())
      if (nodes.currentNode instanceof Text)
        // Three more characters: a space at either end, and one that shows whether the text was cut.
        text = (text + nodes.currentNode.data).replace(/\s+/g, ' ').slice(-PLACE_MAX - 3)
    return text
  }
}

function whyNot(picture: Element): string {
  const address = addressOf(picture)
  if (picture.localName === 'svg') return 'it is a drawing inside the copied text'
  if (address.startsWith('data:')) return 'it was copied as data'
  if (/^(?:file:|[a-z]:\\|\\\\)/i.test(address)) return "it is a file on a computer, which members can't open"
  const { protocol, host } = URL.canParse(address, location.href) ? new URL(address, location.href) : location
  if (!/^https?:$/.test(protocol)) return 'only the program it was copied from can open it'
  return host === location.host ? "the text can't contain pictures" : `it is on another website, ${host}`
}

const addressOf = (picture: Element) => (picture.getAttribute('data-src') ?? '').trim()

/** The last part of an address, if it looks like the name of a picture file. */
function fileName(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1)
  const last = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  if (!/\.(?:jpe?g|png|gif|webp|svg|bmp|heic|tiff?|avif)$/i.test(last)) return ''
  try {
    return shorten(decodeURIComponent(last))
  } catch {
    return shorten(last)
  }
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > NAME_MAX ? `${line.slice(0, NAME_MAX)}…` : line
}

const SHOWN_MAX = 20

type OmittedPicturesProps = { pictures: readonly OmittedPicture[]; onClose: () => void }

export function OmittedPicturesNotice({ pictures, onClose }: OmittedPicturesProps) {
  if (pictures.length === 0) return null
  const more = pictures.length - SHOWN_MAX
  return (
    <Notice kind="warning" role="alert">
      <p className="font-semibold">{omittedText(pictures)}</p>
      <ul className="my-1 grid list-disc gap-1 pl-5">
        {pictures.slice(0, SHOWN_MAX).map(({ name, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have one name, and none ever moves
          <li key={at} className="wrap-anywhere">
            {name}: {why}.
          </li>
        ))}
        {more > 0 ? <li>and {more} more.</li> : null}
      </ul>
      <p>The text was pasted without them. To show a picture above the text, choose one under Picture.</p>
      <Button look="quiet" onClick={onClose} className="-mx-4">
        Close
      </Button>
    </Notice>
  )
}

export function omittedText({ length }: readonly OmittedPicture[]): string {
  return length === 1 ? '1 picture was left out.' : `${length} pictures were left out.`
}
