import type { PictureProblem } from '@stampus/contract/ocrPreview'
import { acceptAttribute, type PictureRule } from '@stampus/contract/values/pictures'
import { Button } from '@stampus/ui/Button'
import { FieldError } from '@stampus/ui/Field'
import { Camera, FileImage, ImageUp, Info, ScanText, Trash2 } from 'lucide-react'
import { type ReactNode, type Ref, type RefObject, useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import * as sentences from '#sentences'
import * as words from '#words'
import { FileButton } from '../../../shared/forms/FileButton.tsx'
import { dropZoneClass, useDroppedFiles } from '../../../shared/pictures/droppedFiles.ts'
import { FullView, useForgetFullView } from '../../../shared/pictures/FullPicture.tsx'
import { isHeic, pictureOf, useObjectUrl } from '../../../shared/pictures/pictureFiles.ts'
import { preparePicture } from '../../../shared/receipts/preparePicture.ts'
import { type OcrPreview, type ReadFact, readFacts } from './photoFill.ts'
import { fileError, type ReceiptForm } from './receiptFields.ts'

type Props = OcrPreview & { form: ReceiptForm; rule: PictureRule; asksForDate: boolean; isLocked: boolean }

export function ReceiptPicker({ form, rule, asksForDate, isLocked, read, isReading, problem }: Props) {
  const id = useId()
  const { field, fieldState } = useController({ control: form.control, name: 'receipt_image' })
  const [ignoredFiles, setIgnoredFiles] = useState(0)
  const newest = useRef<File>(undefined)
  const camera = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const take = async (file: File, others = 0) => {
    if (isLocked) return
    setIgnoredFiles(others)
    newest.current = file
    const typed = await pictureOf(file)
    if (newest.current !== file) return
    const error = fileError(typed, rule)
    if (error) return form.setError('receipt_image', { message: error })
    form.clearErrors('receipt_image')
    const picture = await preparePicture(typed)
    if (newest.current === file) field.onChange(picture)
  }
  const remove = () => {
    newest.current = undefined
    setIgnoredFiles(0)
    field.onChange(null)
  }
  const isDragging = useDroppedFiles(take)
  const error = fieldState.error?.message
  const described = error ? `${id}-error` : undefined
  const hasPicture = field.value !== null
  useForgetFullView(!hasPicture)
  const facts = readFacts(read, asksForDate)
  return (
    <fieldset aria-describedby={described} className="min-w-0">
      <legend className={`mb-1.5 font-semibold ${hasPicture ? 'max-sm:sr-only' : ''}`}>{words.receiptPicture}</legend>
      <div className={`${hasPicture ? 'p-2 sm:p-3' : 'p-4 sm:p-6'} ${dropZoneClass(isDragging, error)}`}>
        <div className="relative">
          {field.value ? (
            <ReceiptPreview file={field.value} facts={facts}>
              <PictureProblemNote problem={problem} camera={camera} chooser={chooser} />
            </ReceiptPreview>
          ) : (
            <Invitation isDragging={isDragging} />
          )}
          <OcrRunningNote isReading={isReading} facts={facts} />
        </div>
        {ignoredFiles > 0 ? (
          <p className="mb-4 text-center text-small">{sentences.receiptPicturesLeftOut(ignoredFiles)}</p>
        ) : null}
        <ChooseButtons
          rule={rule}
          hasPicture={hasPicture}
          onChoose={take}
          cameraRef={camera}
          inputRef={(input) => {
            chooser.current = input
            field.ref(input)
          }}
        >
          {hasPicture ? (
            <Button look="quiet" aria-label={words.receiptPictureRemove} onClick={remove} className={smallClass}>
              <Trash2 aria-hidden="true" className="size-4" />
              <span className="max-sm:hidden">{words.receiptPictureRemove}</span>
            </Button>
          ) : null}
        </ChooseButtons>
      </div>
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </fieldset>
  )
}

/** Overlays a corner of the picture, so that nothing moves. Screen readers announce only that OCR is running. */
function OcrRunningNote({ isReading, facts }: { isReading: boolean; facts: ReadFact[] }) {
  return (
    <div role="status" className="pointer-events-none absolute top-2 left-2 max-w-[calc(100%-1rem)]">
      {isReading ? (
        <div className="rounded-control bg-sheet px-2.5 py-1 text-small text-muted shadow-lifted">
          <p className="flex items-center gap-2">
            <ScanText aria-hidden="true" className="size-4 shrink-0 motion-safe:animate-pulse" />
            {words.receiptReading}
          </p>
          <div aria-hidden="true">
            {facts.map(({ name, label, text }) => (
              <p key={name} className="truncate pl-6 tabular-nums">
                {sentences.receiptReadPlace(label, text)}
              </p>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  )
}

export function Invitation({ isDragging = false }: { isDragging?: boolean }) {
  return (
    <div className="mb-4 text-center">
      <p className="font-semibold text-lead [--text-lead:min(1.1875rem,8.6vw)]">
        {isDragging ? words.receiptPictureLetGo : words.receiptPictureWanted}
      </p>
      <p className="mt-1 text-small text-muted">{words.receiptPictureReadable}</p>
      <p className="hidden text-small text-muted pointer-fine:block">{words.receiptPictureFromOutside}</p>
    </div>
  )
}

type Input = RefObject<HTMLInputElement | null>
type NoteProps = { problem: PictureProblem | undefined; camera: Input; chooser: Input }

const problems = {
  dark: words.receiptPictureDark,
  blurred: words.receiptPictureBlurred,
  cut_off: words.receiptPictureCutOff,
  no_receipt: words.receiptPictureNoReceipt,
}

function PictureProblemNote({ problem, camera, chooser }: NoteProps) {
  // A newer server may return a problem that this version does not know.
  const text = problem && problems[problem]
  return (
    <div className={text ? 'mt-2 flex flex-wrap items-center gap-x-3 rounded-control bg-tint px-3 py-1.5' : ''}>
      <div role="status" className="min-w-52 flex-1">
        {text ? (
          <p className="flex gap-2 text-small">
            <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-blue" />
            {text}
          </p>
        ) : null}
      </div>
      {text ? (
        <>
          <button type="button" onClick={() => open(camera)} className={`${button} pointer-fine:hidden`}>
            {words.receiptPhotoRetake}
          </button>
          <button type="button" onClick={() => open(chooser)} className={`${button} pointer-coarse:hidden`}>
            {words.receiptPictureOther}
          </button>
        </>
      ) : null}
    </div>
  )
}

const button = 'inline-flex min-h-11 items-center px-1 font-semibold text-blue text-small underline underline-offset-4'

/** Moves the focus too, because this note disappears when another picture is chosen. */
function open({ current }: Input) {
  current?.focus()
  current?.click()
}

type ButtonsProps = {
  rule: PictureRule
  hasPicture: boolean
  onChoose: (file: File) => void
  cameraRef: Ref<HTMLInputElement>
  inputRef: Ref<HTMLInputElement>
  children: ReactNode
}

function ChooseButtons({ rule, hasPicture, onChoose, cameraRef, inputRef, children }: ButtonsProps) {
  const [small, icon] = hasPicture ? [smallClass, 'size-4'] : ['', 'size-5']
  return (
    <div className={`flex flex-wrap justify-center ${hasPicture ? 'mt-1 gap-x-1' : 'gap-3'}`}>
      <FileButton
        ref={cameraRef}
        look={hasPicture ? 'quiet' : 'primary'}
        aria-label={hasPicture ? words.receiptPhotoAgain : undefined}
        accept="image/*"
        capture="environment"
        onChoose={onChoose}
        className={`pointer-fine:hidden ${small}`}
      >
        <Camera aria-hidden="true" className={icon} />
        {hasPicture ? words.receiptPhotoRetake : words.receiptPhotoTake}
      </FileButton>
      <FileButton
        ref={inputRef}
        look={hasPicture ? 'quiet' : 'secondary'}
        aria-label={hasPicture ? words.receiptPictureAgain : undefined}
        accept={acceptAttribute(rule)}
        onChoose={onChoose}
        className={small}
      >
        <ImageUp aria-hidden="true" className={icon} />
        {hasPicture ? words.receiptPictureOther : words.receiptPictureChoose}
      </FileButton>
      {children}
    </div>
  )
}

const smallClass = 'px-2! text-small'

/** `children`: a note below the picture. It makes the picture smaller, so that nothing else moves. */
function ReceiptPreview({ file, facts, children }: { file: File; facts: ReadFact[]; children: ReactNode }) {
  const address = useObjectUrl(file)
  const [unshown, setUnshown] = useState<string>()
  return (
    <figure className="grid gap-1">
      <div className="flex h-[max(13rem,min(18rem,34dvh))] flex-col sm:h-96 lg:h-[max(20rem,min(38rem,100dvh-20rem))]">
        {address && address !== unshown ? (
          <BoxedPicture address={address} facts={facts} onUnshown={() => setUnshown(address)} />
        ) : (
          <FileTile isAttached={isHeic(file)} />
        )}
        {children}
      </div>
      <figcaption className="truncate text-small text-muted max-sm:hidden">
        {file.name} · <span className="tabular-nums">{readableSize(file.size)}</span>
      </figcaption>
    </figure>
  )
}

type BoxedPictureProps = { address: string; facts: ReadFact[]; onUnshown: () => void }

/** The picture with boxes around what was read, which an SVG of the picture's size places in the same frame. */
function BoxedPicture({ address, facts, onUnshown }: BoxedPictureProps) {
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 })
  const found = facts.flatMap((fact) => (fact.place ? [{ ...fact, place: fact.place }] : []))
  // Keeps the line off the letters.
  const margin = width / 100
  const boxes =
    width > 0 ? (
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        className="pointer-events-none absolute inset-0 size-full"
      >
        {found.map(({ name, place }) => (
          <rect
            key={name}
            x={place.left * width - margin}
            y={place.top * height - margin}
            width={place.width * width + 2 * margin}
            height={place.height * height + 2 * margin}
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-mark-read"
          />
        ))}
      </svg>
    ) : null
  const list =
    found.length > 0 ? (
      <ul aria-label={words.receiptPlaces} className="sr-only">
        {found.map(({ name, label, text }) => (
          <li key={name}>{sentences.receiptReadPlace(label, text)}</li>
        ))}
      </ul>
    ) : null
  return (
    <div className="relative min-h-0 w-full flex-1 rounded-control bg-line">
      <img
        src={address}
        alt={words.receiptPictureAlt}
        width={320}
        height={384}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        onError={onUnshown}
        className="absolute inset-0 size-full object-contain"
      />
      {boxes}
      {list}
      <FullView src={address} alt={words.receiptPictureAlt} overlay={boxes}>
        {list}
      </FullView>
    </div>
  )
}

/** Instead of a picture that this browser cannot show. */
function FileTile({ isAttached }: { isAttached: boolean }) {
  return (
    <div className="grid min-h-0 flex-1 place-content-center justify-items-center gap-2 overflow-hidden rounded-control bg-line px-6 text-center">
      <FileImage aria-hidden="true" className="size-10 text-muted" />
      <p className="font-semibold">{isAttached ? words.receiptPictureAttached : words.receiptPictureUnreadable}</p>
      <p className="text-small text-muted">{isAttached ? words.receiptPictureUnshown : words.receiptPictureReplace}</p>
    </div>
  )
}

function readableSize(bytes: number): string {
  if (bytes < 1_000_000) return sentences.receiptPictureKilobytes(String(Math.ceil(bytes / 1000)))
  return sentences.receiptPictureMegabytes((bytes / 1_000_000).toFixed(1))
}
