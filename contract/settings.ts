/** The settings of a page. `college_domains_known` is false if the page does not name the domains. */
export type KnownPageSettings = PageSettings & { college_domains_known: boolean }

/** The defaults for a page without settings, or without some of them. */
const defaultPageSettings = {
  product_name: 'Stampus',
  legal_name: 'Universiti Holdings Sdn. Bhd.',
  support_email: 'support@stampus.example',
  college_domains: ['campus.edu.my', 'student.campus.edu.my'],
  currency: 'RM',
  time_zone: 'Asia/Kuala_Lumpur',
  max_receipt_age_days: 60,
  /** Days that the pictures of a receipt are stored after its decision. */
  receipt_picture_days: 730,
  sen_per_stamp: 1000,
  min_stamps_per_submission: 1,
  max_stamps_per_submission: 50,
  reads_receipts: false,
  /** Whether the server has the call `checkVerificationLink`. */
  checks_verification_links: false,
}

/** Settings that the server embeds in every page, with the earning rule for receipts that are sent now. */
export type PageSettings = typeof defaultPageSettings

export const NOT_FOUND_PATH = '/not-found'

export const PAGE_SETTINGS_ID = 'settings'

/** The app sets this cookie while a member is signed in, so that the server does not render the page as for a guest. */
export const MEMBER_COOKIE = 'stampus_member'

export const PAGE_ANSWER_ID = 'answer'

/** Parses the settings; missing, incomplete or invalid JSON gives the defaults. */
export function readPageSettings(json: string | null | undefined): KnownPageSettings {
  const given = parsed(json)
  return { ...defaultPageSettings, ...given, college_domains_known: given.college_domains !== undefined }
}

function parsed(json: string | null | undefined): Partial<PageSettings> {
  try {
    return JSON.parse(json ?? '{}')
  } catch {
    return {}
  }
}
