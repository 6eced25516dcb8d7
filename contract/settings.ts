/** What the server writes into every page for the browser (D-65). */
export type PageSettings = {
  product_name: string
  legal_name: string
  support_email: string
  college_domains: string[]
  currency: string
  time_zone: string
  max_receipt_age_days: number
  /** How long the pictures of a receipt are kept after its decision. */
  receipt_picture_days: number
  /** What earns stamps (D-45). */
  sen_per_stamp: number
  max_stamps_per_submission: number
  /** Whether the server reads pictures of receipts ahead. */
  reads_receipts: boolean
  /** Whether the server answers what a verification link needs before it is used (D-23). */
  checks_verification_links: boolean
}

/** The settings as a page has them; `college_domains_known` tells whether it names the domains itself. */
export type KnownPageSettings = PageSettings & { college_domains_known: boolean }

/** What holds for a page that carries no settings, or not all of them. */
const defaultPageSettings: PageSettings = {
  product_name: 'Stampus',
  legal_name: 'Universiti Holdings Sdn. Bhd.',
  support_email: 'support@stampus.example',
  college_domains: ['campus.edu.my', 'student.campus.edu.my'],
  currency: 'RM',
  time_zone: 'Asia/Kuala_Lumpur',
  max_receipt_age_days: 60,
  receipt_picture_days: 730,
  sen_per_stamp: 1000,
  max_stamps_per_submission: 50,
  reads_receipts: false,
  checks_verification_links: false,
}

/** The page that says that there is none is rendered under this path, for every address that has none. */
export const NOT_FOUND_PATH = '/not-found'

/** The id of the JSON data block that carries the settings. */
export const PAGE_SETTINGS_ID = 'settings'

/** The cookie by which the app tells that a member is here, so that the server renders no page as a guest sees it. */
export const MEMBER_COOKIE = 'stampus_member'

/** The id of the one that carries the answer of which a rendered page was made. */
export const PAGE_ANSWER_ID = 'answer'

/** The settings out of the data block's text; the defaults where it is missing, incomplete or broken. */
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
