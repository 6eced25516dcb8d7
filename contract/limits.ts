// Business constants. `_MS` are milliseconds, `_BYTES` bytes, `_SEN` sen; text lengths (`_MAX`) are characters.

/** Rows of a page: members' lists and console lists. */
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
/** Earlier searches that the members' app keeps, to show them offline. */
export const CACHED_SEARCHES_MAX = 10
/** Answers that the members' app keeps in the browser, to show them offline after it was closed, and for how long. */
export const KEPT_ANSWERS_MAX = 60
export const KEPT_ANSWERS_MS = 7 * 24 * 60 * 60 * 1000
export const HOME_UPLOAD_DELAY_MS = 500
export const VERIFICATION_POLL_MS = 5000
export const INFINITE_SCROLL_SHARE = 0.1
export const UNDO_MS = 10_000
export const LEASE_MS = 300_000
/** What a manager decides about money alone, in sen: of statement adjustments for one merchant in a week, of a payment, and of what is owed for a reward. */
export const STATEMENT_ADJUSTMENTS_ALONE_SEN = 10_000
export const PAYMENT_ALONE_SEN = 500_000
export const OWED_ALONE_SEN = 5000
/** An earning rule of one manager gives at most so many stamps for a receipt, and one for at least so many sen. */
export const RULE_ALONE_STAMPS = 100
export const RULE_ALONE_SEN_PER_STAMP = 100
/** The period in which what one manager adjusts, reverses or asks for alone is added up. */
export const ALONE_WINDOW_MS = 7 * 86_400_000
/** How long a new operator cannot confirm requests of who added them, and how recently a confirmer was active. */
export const CONFIRMER_WINDOW_MS = 30 * 86_400_000
export const SLUG_MAX = 60
export const ADDRESS_MAX = 200
export const CONTACT_MAX = 30
export const PEOPLE_MAX = 200
export const FURTHER_NAMES_MAX = 10
export const FURTHER_NAMES_TEXT_MAX = FURTHER_NAMES_MAX * (NAME_MAX + 1)
/** Characters of these addresses as text, one a line. */
export const PEOPLE_TEXT_MAX = PEOPLE_MAX * (EMAIL_MAX + 1)
export const RECEIPTS_PER_DAY_MAX = 100
export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 2000
export const CONTENT_MAX = 50_000
/** Characters of pasted HTML, which contains styles, without embedded pictures. */
export const PASTED_HTML_MAX = 20 * CONTENT_MAX
export const BULK_MAX = 12
/** How long a picture must be visible before its receipt can be bulk approved, and how long an offer is valid. */
export const BULK_LOOK_MS = 1000
export const BULK_OFFER_MS = 3_600_000
/** A bulk approval stops after this time, so that even its first approval can still be undone. */
export const BULK_APPROVAL_MS = 7000
export const BULK_SPOT_CHECK_PERCENT = 10
export const DESK_RECENT_MAX = 8
export const QUEUE_COUNT_MAX = 100
export const CATEGORIES_MAX = 500
export const OPERATOR_CONFLICTS_MAX = 50
export const LOOK_ALIKES_MAX = 300
export const STAMP_ADJUSTMENT_MAX = 1000
export const CONDITIONS_MAX = 1000
export const REWARD_STAMPS_MAX = 10_000
export const OWED_MAX_SEN = 10_000_000
export const REWARD_STOCK_MAX = 1_000_000
export const REWARD_LIMIT_MAX = 1000
/** A limit of a reward counts claims of so many campus days, today's included. */
export const REWARD_LIMIT_DAYS = 30
/** The changing code of a voucher: so many digits, another one every so many seconds, one step either side is accepted. */
export const VOUCHER_CODE_DIGITS = 4
export const VOUCHER_CODE_SECONDS = 30
export const VOUCHER_NUMBER_DIGITS = 8
export const VOUCHER_TRIES_PER_HOUR = 30
/** How long a voucher can be handed over after its code was checked, and how long a hand-over can be taken back. */
export const HAND_OVER_MS = 120_000
export const TAKE_BACK_MS = 60_000
/** A hand-over that was noted without a network can be entered for so long. */
export const LATE_MS = 24 * 3_600_000
/** The code that a counter without a network shows for a voucher, which the member types: its digits, and how many wrong ones in ten minutes. */
export const COUNTER_CODE_DIGITS = 6
export const COUNTER_CODE_TRIES = 5
/** The digits that both show after such a hand-over, new ones every `VOUCHER_CODE_SECONDS`, and for how long. */
export const PROOF_DIGITS = 2
export const PROOF_MS = 15 * 60_000
/** The largest statement adjustment, and the characters of a payment's reference. */
export const STATEMENT_ADJUSTMENT_MAX_SEN = 10_000_000
export const PAYMENT_REFERENCE_MAX = 60
export const SETTLEMENT_OPEN_MAX = 100
export const TODAY_MAX = 500
/** The PIN of a cashier: so many digits, and what locks it on a phone. */
export const PIN_DIGITS = 6
export const WRONG_PINS_MAX = 5
export const PIN_LOCK_MS = 600_000
/** A cashier enters the PIN again after so long, in all and without use. */
export const CASHIER_MS = 4 * 3_600_000
export const CASHIER_IDLE_MS = 900_000
export const ENROLMENT_MS = 600_000
export const CASHIER_NAME_MAX = 40
export const PHONE_NAME_MAX = 40
export const PHONES_MAX = 50
export const CASHIERS_MAX = 100
export const OWNER_MERCHANTS_MAX = 50
/** Unusual: hand-overs of a cashier to one member, percent without a network, of a phone in a time. */
export const UNUSUAL_PAIR_MIN = 8
export const UNUSUAL_SHARE_PERCENT = 30
export const UNUSUAL_SHARE_MIN = 10
export const UNUSUAL_BURST_MIN = 12
export const UNUSUAL_BURST_MS = 300_000
export const UNUSUAL_DAYS = [7, 30, 90] as const
export const UNUSUAL_MAX = 50
/** Days after the claim until the last day of a voucher. */
export const VALID_DAYS_MAX = 180
export const SEN_PER_STAMP_MAX = 1_000_000
export const STAMPS_PER_RECEIPT_MAX = 10_000
export const EXPORT_MAX_ROWS = 100_000
export const REGISTRATIONS_MAX = 5
export const UPLOADS_PER_HOUR = 60
export const OCR_PREVIEWS_PER_HOUR = 60
export const CONTENT_UPLOADS_PER_HOUR = 120
/** Parallel uploads of one account, of all kinds together. */
export const UPLOADS_IN_FLIGHT_MAX = 3
/** An OCR preview may start only while fewer uploads are under way, so that a receipt always has a place. */
export const OCR_PREVIEWS_IN_FLIGHT_MAX = 2
/** The most processor time of one picture's OCR, and the longest time that a member waits for a preview. */
export const OCR_MAX_MS = 25_000
/** The longest OCR of one picture on a busy machine; after that it is tried again later. */
export const OCR_MAX_WALL_MS = 50_000
/** Seconds of OCR for one member in an hour, and how many of them previews may use. */
export const OCR_SECONDS_PER_HOUR = 300
export const OCR_PREVIEW_SECONDS_PER_HOUR = 200
/** Seconds of second readings (docs/decisions/018) for one member in an hour. */
export const OCR_SECOND_READING_SECONDS_PER_HOUR = 300
/** How often operators may have a receipt read again, and how many receipts one operator, in an hour. */
export const READ_AGAIN_PER_RECEIPT = 3
export const READ_AGAIN_PER_OPERATOR = 30
/** A message of a case, and how many cases and messages a member may send. */
export const CASE_MESSAGE_MAX = 2000
export const CASES_PER_DAY = 10
/** Cases of one member that wait for an answer at the same time, so that nobody fills the managers' list. */
export const CASES_WAITING_MAX = 10
export const CASE_MESSAGES_PER_HOUR = 20
/** Messages of a member in one case after the last answer. A case is always sent whole. */
export const CASE_MESSAGES_WAITING_MAX = 50
/** A case is overdue when the member has waited for so long. */
export const CASE_TARGET_MS = 2 * 86_400_000
export const ANSWER_TIME_DAYS = 30
export const CASE_CHOICES_MAX = 300
export const CANNED_ANSWERS_MAX = 200
export const LINK_GROUPS_MAX = 50
export const LINKS_MAX = 50
export const LINK_ADDRESS_MAX = 500
export const LINK_NOTE_MAX = 200
