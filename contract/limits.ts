/** Business constants of section 9 and of the decisions. Sizes in bytes, times in milliseconds, money in sen. */
export const PAGE_SIZE = 15
export const CONSOLE_PAGE_SIZE = 25
export const SUBMISSIONS_MORE_AT = 10
export const MAX_PAGE = 1000
export const ANNOUNCEMENT_LAST_PAGE = 50
export const RECENT_SUBMISSIONS = 2
export const RECEIPT_MAX_BYTES = 10_485_760
export const AVATAR_MAX_BYTES = 2_097_152
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const NAME_MAX = 100
/** How long an invitation to the console works, in hours. */
export const INVITATION_HOURS = 72
export const EMAIL_MAX = 254
export const SEARCH_MAX = 100
export const INVOICE_MAX_DIGITS = 30
export const AMOUNT_MAX_SEN = 99_999_999
export const REASON_MAX = 500
export const NOTES_MAX = 2000
export const APPEAL_MAX = 1000
export const ERROR_MESSAGE_MAX = 300
export const ERROR_STACK_MAX = 2000
export const ERROR_PAGE_MAX = 100
export const AVATAR_INITIALS = 2
export const NOTIFICATION_MS = 5000
export const NOTIFICATION_FADE_MS = 300
export const SEARCH_DEBOUNCE_MS = 500
/** How many searches that are shown no more the members' app keeps, to show them again without a network. */
export const CACHED_SEARCHES_MAX = 10
export const HOME_UPLOAD_DELAY_MS = 500
export const VERIFICATION_POLL_MS = 5000
export const INFINITE_SCROLL_SHARE = 0.1
export const UNDO_MS = 10_000
export const LEASE_MS = 300_000
/** How far back one operator's stamp adjustments and reversals for one member are added up. */
export const ADJUSTMENT_WINDOW_MS = 7 * 86_400_000
/** For how long an operator cannot confirm for who added them, and how recent an operator's activity must be. */
export const CONFIRMER_WINDOW_MS = 30 * 86_400_000
export const SLUG_MAX = 60
export const ADDRESS_MAX = 200
export const CONTACT_MAX = 30
export const PEOPLE_MAX = 200
/** One address a line. */
export const PEOPLE_TEXT_MAX = PEOPLE_MAX * (EMAIL_MAX + 1)
export const RECEIPTS_PER_DAY_MAX = 100
export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 2000
export const CONTENT_MAX = 50_000
/** Pasted HTML with the styles that say what is bold or a list, without pictures that were copied as data. */
export const PASTED_HTML_MAX = 20 * CONTENT_MAX
/** How many receipts one page of Approve many shows, and one call approves. */
export const BULK_MAX = 12
/** How long a picture must be on screen before its receipt can be approved there, and how long such a page is good for. */
export const BULK_LOOK_MS = 1000
export const BULK_OFFER_MS = 3_600_000
/** One call approves nothing after this, so that it ends while even its first approval can still be undone. */
export const BULK_APPROVAL_MS = 7000
/** The least share of approvals made there that a second operator looks at. */
export const BULK_SPOT_CHECK_PERCENT = 10
export const DESK_RECENT_MAX = 8
export const QUEUE_COUNT_MAX = 100
export const CATEGORIES_MAX = 500
export const OPERATOR_CONFLICTS_MAX = 50
/** How many look-alikes of a receipt are shown, under all the facts that its reviewer tries. */
export const LOOK_ALIKES_MAX = 300
export const STAMP_ADJUSTMENT_MAX = 1000
export const EXPORT_MAX_ROWS = 100_000
/** How many registrations of one unverified address live beside each other (D-20). */
export const REGISTRATIONS_MAX = 5
/** Pictures a member may send in an hour: receipts and pictures of themselves. */
export const UPLOADS_PER_HOUR = 60
export const OCR_PREVIEWS_PER_HOUR = 60
/** Pictures an operator may upload in an hour. */
export const CONTENT_UPLOADS_PER_HOUR = 120
/** Uploads of one sender that may be under way at a time, of all kinds together. */
export const UPLOADS_IN_FLIGHT_MAX = 3
/** A picture is read ahead only beside fewer than these, so that a receipt always finds a place. */
export const OCR_PREVIEWS_IN_FLIGHT_MAX = 2
/** What reading one picture of a receipt may take. */
export const OCR_MAX_MS = 25_000
/** Seconds that reading the pictures of one member may take in an hour, and how many of them are for pictures read ahead. */
export const OCR_SECONDS_PER_HOUR = 300
export const OCR_PREVIEW_SECONDS_PER_HOUR = 200
