import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { translatedMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { describeReceipt } from '../decisions/decisions.mail.ts'
import { type AppealAnswerNotice, findAppealAnswerNotice } from './appeals.admin.store.ts'

export function appealMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (appealId: number): Promise<void> => {
    const answered = await findAppealAnswerNotice(db.pool, appealId)
    if (answered) await mailer.send(mailAbout(config, answered))
  }
}

function mailAbout(config: Config, answered: AppealAnswerNotice): Mail {
  const { name, answer } = answered
  const isKept = answered.outcome === 'kept'
  const receipt = describeReceipt(config, answered)
  const link = `${config.WEB_URL}/app/submissions/${answered.submissionId}`
  return translatedMail(config, answered, {
    en: {
      subject: isKept ? 'Your appeal was not accepted' : 'Your appeal was accepted',
      greeting: `Hello ${name},`,
      before: [
        `A manager has read your appeal about your receipt ${receipt.en}.`,
        isKept
          ? "The decision hasn't changed: your receipt is still rejected."
          : 'The rejection was withdrawn, and your receipt will be reviewed again.',
        `Answer: ${answer}`,
      ],
      action: { label: 'See the submission', link },
      after: isKept ? [] : ["We'll email you when it's decided."],
    },
    ms: {
      subject: isKept ? 'Rayuan anda tidak diterima' : 'Rayuan anda diterima',
      greeting: `Helo ${name},`,
      before: [
        `Pengurus telah membaca rayuan anda tentang resit anda ${receipt.ms}.`,
        isKept
          ? 'Keputusan tidak berubah: resit anda masih ditolak.'
          : 'Penolakan itu ditarik balik dan resit anda akan disemak sekali lagi.',
        `Jawapan: ${answer}`,
      ],
      action: { label: 'Lihat resit', link },
      after: isKept ? [] : ['Kami akan menghantar e-mel apabila keputusan dibuat.'],
    },
  })
}
