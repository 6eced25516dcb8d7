import { expect, test } from 'vitest'
import { texts } from '#texts'
import * as limits from './limits.ts'

const textsByName: Record<string, unknown> = { ...texts }

// Written out on purpose: these texts and numbers were agreed, so a change of the constant must fail here.

test.each(
  Object.entries({
    termsRequired: 'You must agree to the terms and conditions.',
    invalidReceiptType: 'Invalid file type. Please upload a JPEG, JPG, PNG, WEBP or HEIC image.',
    invalidReceiptTypeOrGif: 'Invalid file type. Please upload a JPG, PNG, GIF, WEBP or HEIC image.',
    receiptTooLarge: 'The file size cannot exceed 10MB.',
    invoiceRequired: 'The Invoice Number is required.',
    requiredFields: 'Please fill in all required fields.',
    nameRequired: 'Name is required',
    emailRequired: 'Email is required',
    invalidEmail: 'Please enter a valid email address',
    currentPasswordRequired: 'Current password is required to change password',
    passwordTooShort: 'Password must be at least 8 characters',
    passwordsDiffer: 'Passwords do not match',
    avatarTooLarge: 'Image size should not exceed 2MB',
    suspended: 'Your account has been suspended. Please contact support for assistance.',
    linkInvalid: 'The verification link is invalid or has expired.',
    unexpectedRetry: 'An unexpected error occurred. Please try again.',
    unexpected: 'An unexpected error occurred.',
    network: 'A network error occurred. Please try again.',
    submitFailed: 'Failed to submit receipt. Please try again.',
    submitted: 'Your receipt has been submitted successfully!',
    submissionsFailed: 'Failed to load submissions. Please try again.',
    moreSubmissionsFailed: 'Failed to load more submissions. Please try again.',
    submissionFailed: 'Failed to load submission details. Please try again.',
    merchantsFailed: 'Could not load merchants. Please try again later.',
    merchantFailed: 'Could not load merchant details.',
    announcementsFailed: 'Failed to load announcements. Please try again later.',
    dealsFailed: 'Failed to load advertisements. Please try again later.',
    noMerchants: 'No Merchants Match Your Criteria',
    noAnnouncements: 'No Announcements',
    noDeals: 'No Deals Available',
    noSubmissions: 'No submissions for current stage',
    noActivity: 'No recent activity found.',
    announcementNotFound: 'Announcement not found.',
    dealNotFound: 'Deal not found.',
    merchantNotFound: 'Merchant Not Found',
  }),
)('the agreed text %s is "%s"', (name, text) => {
  expect(textsByName[name]).toBe(text)
})

test('the message about a verified address says "already verified"', () => {
  expect(texts.alreadyVerified).toContain('already verified')
})

test('the agreed numbers are these', () => {
  expect({ ...limits }).toMatchObject({
    NOTIFICATION_MS: 5000,
    NOTIFICATION_FADE_MS: 300,
    PAGE_SIZE: 15,
    SUBMISSIONS_MORE_AT: 10,
    INFINITE_SCROLL_SHARE: 0.1,
    SEARCH_DEBOUNCE_MS: 500,
    RECEIPT_MAX_BYTES: 10 * 1024 * 1024,
    AVATAR_MAX_BYTES: 2 * 1024 * 1024,
    PASSWORD_MIN: 8,
    VERIFICATION_POLL_MS: 5000,
    ANNOUNCEMENT_LAST_PAGE: 50,
    RECENT_SUBMISSIONS: 2,
    HOME_UPLOAD_DELAY_MS: 500,
    AVATAR_INITIALS: 2,
  })
})
