import { receiptPictureOrGif } from '@stampus/contract/values/pictures'
import * as words from '#words'
import { Title } from '../../../shared/components/Title.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { BackFromForm } from './BackFromForm.tsx'
import { SubmissionForm } from './SubmissionForm.tsx'

/** S-2.33: the picture taken on the home page, and what is still missing. */
export function DraftPage() {
  return (
    <article className="mx-auto max-w-xl">
      <BackFromForm to={linkTo('home')} />
      <Title className="mb-6 font-bold text-title">{words.receiptTitle}</Title>
      <SubmissionForm rule={receiptPictureOrGif} dateAsked />
    </article>
  )
}
