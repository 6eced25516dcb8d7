/**
 * Every word of the members' app that is its own, in English; what the server says too stands in `contract/texts.ts`.
 * Another language is another file of these names, to which `#words` in `package.json` points.
 */

/** How numbers, days and ages are written. */
export const locale = 'en-GB'

// --- page: what the build writes into the page and its manifest ---

export const pageTitle = 'Stampus'
export const pageDescription = 'Photograph your campus receipts and collect stamps.'
export const pageNeedsScript = 'Please switch on JavaScript to use this app.'
export const shortcutSubmit = 'Send a receipt'
export const shortcutHistory = 'History'

// --- app: what stands around every page ---

export const skipToContent = 'Skip to content'
export const skipList = 'Skip the list'
export const headerLogin = 'Login'
export const accountMenu = 'account menu'
export const accountMenuProfile = 'My Profile'
export const accountMenuInstall = 'Install app'
export const accountMenuSignOut = 'Sign out'
export const tabBar = 'Main'
export const tabHome = 'Home'
export const tabMerchants = 'Merchants'
export const tabHistory = 'History'
export const tabProfile = 'Profile'
export const footerTerms = 'Terms and Conditions'
export const footerPrivacy = 'Privacy Policy'
export const offline = 'No network: what you send waits'
export const notificationsLabel = 'Notifications'
export const notificationClose = (title: string) => `Close: ${title}`
export const back = 'Back'
export const retry = 'Retry'
export const loading = 'Loading'
export const loadingMore = 'Loading more'
export const showMore = 'Show more'
export const listShown = (count: number) => `${count} shown`
export const justNow = 'just now'

export const pageBrokenTitle = 'This page could not be opened'
export const pageBrokenText = 'The connection may be lost, or the app was renewed meanwhile.'
export const pageNotFoundTitle = 'Page not found'
export const pageNotFoundMark = 'No such place'
export const pageNotFoundText = 'There is nothing at this address. It may have been mistyped, or the page has moved.'
export const pageNotFoundHome = 'Go back home'

export const comingMark = 'Not yet'
export const redemptionsTitle = 'Redemption history'
export const redemptionsText =
  'Stamps cannot be exchanged yet. Once they can, every reward you take will be listed here. Your receipts are under History.'
export const redemptionsReceipts = 'See my receipts'
export const campaignsTitle = 'Campaigns'
export const campaignsText =
  'Campaigns will be announced here. There is none at the moment; what merchants offer now stands under Popular Deals.'
export const campaignsDeals = 'See the deals'
export const badgesTitle = 'Badges'
export const badgesText =
  'Badges you earn will hang here. None are given out yet, but stamps are: every approved receipt fills a place on your card.'
export const badgesCard = 'See my card'
export const leaderboardTitle = 'Leaderboard'
export const leaderboardText =
  'A leaderboard will come here, for those who want to stand on it. Until then your stamps are yours alone to see.'
export const leaderboardMerchants = 'Browse merchants'
export const contactTitle = 'Contact'
export const contactText = (email: string) => `A contact form will come here. Until then a person answers at ${email}.`
export const contactWrite = 'Write an email'
export const linksTitle = 'Links'
export const linksText = 'Useful addresses on campus will be gathered here. What is new stands in the announcements.'
export const linksAnnouncements = 'Read the announcements'

// --- legal: around the documents of web/legal ---

export const legalContents = 'On this page'
export const termsTitle = 'Terms and Conditions'
export const termsDated = 'Effective 03.10.2025'
export const privacyTitle = 'Privacy Policy'
export const privacyDated = 'Last updated 21.09.2025'

// --- home ---

export const homeWelcome = (name: string) => `Welcome, ${name}`
export const homeGuest = 'Guest'
export const homeUpload = 'Upload receipt'
export const homeEarning = (amount: string, most: number) =>
  `One stamp for every full ${amount} on an approved receipt, at least 1 and at most ${most}.`
export const homeTakePhoto = 'Take a photo of a receipt'
export const homePictureNotTakenTitle = 'Choose another picture'
export const homePictureNotKeptTitle = 'The picture could not be kept'
export const homePictureNotKeptText =
  'This browser does not let the app keep it. Choose a merchant first, then add the picture there.'
export const homeReceiptWaits = 'A receipt you chose is waiting to be sent.'
export const homeReceiptBegun = 'You started a receipt. Continue where you left off.'
export const homeReceiptContinue = 'Continue'
export const homeReceiptOffline = 'A receipt waits for the network. It is sent by itself when the network returns.'
export const homeReceiptSending = (percent: number) => `Your receipt is being sent: ${percent} %.`
export const homeReceiptRefused = (why: string) => `A receipt was not taken: ${why}`
export const homeReceiptSendNow = 'Send now'
export const homeReceiptSee = 'See the receipt'
export const homeReceiptMend = 'Mend it'
export const homeExplore = 'Explore'
export const homeMerchants = 'Merchants'
export const homeMerchantsAbout = 'Where your receipts count'
export const homeDeals = 'Popular Deals'
export const homeDealsAbout = 'What is on offer now'
export const homeAnnouncements = 'Announcements'
export const homeAnnouncementsAbout = 'News from campus'
export const homeUnread = 'unread'
export const homeRecent = 'Recent Activity'
export const homeRecentAll = 'See all'

export const guestCardTitle = 'Your stamp card'
export const guestCardText = 'Every approved receipt fills a place. All it takes is your college email address.'
export const guestCardRegister = 'Register'
export const guestCardLogin = 'I have an account'
export const unverifiedCardTitle = 'One step to your stamp card'
export const unverifiedCardText = 'Verify your college email address, then every approved receipt fills a place.'
export const unverifiedCardVerify = 'Verify my email'

export const stampCardLabel = 'Stamp card'
export const stampCardFailed = 'Your stamps could not be fetched.'
export const stampCardUnit = (balance: number) => (Math.abs(balance) === 1 ? 'stamp' : 'stamps')
export const stampCardNegative = 'Stamps were taken back after a correction. The next ones make up for them.'
export const stampCardPlaces = (filled: number, places: number) => `${filled} of ${places}`
export const stampCardFull = 'This card is full.'
export const stampCardsBefore = (full: number) =>
  full === 1 ? '1 full card before this one.' : `${full.toLocaleString(locale)} full cards before this one.`
export const stampsLanded = (stamps: number) =>
  stamps === 1 ? '1 new stamp' : `${stamps.toLocaleString(locale)} new stamps`

export const stampOrigins = 'Where my stamps come from'
export const stampOriginsWait = 'Loading where your stamps come from'
export const stampOriginsNone = 'No stamps yet. Every approved receipt adds some.'
export const stampsOfReceipt = 'Approved receipt'
export const stampsTakenBack = 'Approval taken back'
export const stampsCorrected = 'Stamps corrected'

// --- accounts ---

export const emailLabel = 'Email'
export const passwordLabel = 'Password'
export const passwordShow = 'Show characters'

export const loginTitle = 'Login'
export const loginRemember = 'Remember me'
export const loginSubmit = 'Login'
export const loginSessionExpired =
  'You were signed out: your session has expired, or it was ended on another device or by a new password or address. Please sign in again.'
export const loginReceiptKept = 'Your receipt is kept on this device: you can send it once you are signed in.'
export const loginNewHere = 'New here?'
export const loginToRegister = 'Register'
export const loginForgotBeforeAddress = 'Forgot your password? Write to '
export const loginForgotAfterAddress = ' from your college address and we will send you a reset link.'

export const registerTitle = 'Register'
export const registerIntro = 'For students, staff and vendors of the college.'
export const registerNameLabel = 'Full name'
export const registerEmailExample = (domain = 'your college') => `you@${domain}`
export const registerEmailHint = (domains: string[]) =>
  `Your college email address: it ends in ${domains.map((domain) => `@${domain}`).join(' or ')}.`
export const registerConfirmLabel = 'Confirm password'
export const registerAgreeBeforeTerms = 'I agree to the '
export const registerTerms = 'terms and conditions'
export const registerSubmit = 'Register'
export const registerFailed = 'Registration failed'
export const registerAlready = 'Already registered?'
export const registerToLogin = 'Login'

export const verifyTitle = 'Verify your email'
export const verifySentBeforeAddress = 'We have sent a link to '
export const verifySentAfterAddress = '. Open it on any device: this page goes on by itself.'
export const verifyPatience = 'It can take a minute. Look into the spam folder too.'
export const verifyResend = 'Send the link again'
export const verifyResent = 'Link sent'
export const verifyNotResent = 'No link was sent'
export const verifyAgainInSeconds = (seconds: number) =>
  `You can ask for another in ${seconds === 1 ? 'one second' : `${seconds} seconds`}.`
export const verifyAgainInMinutes = (minutes: number) =>
  `You can ask for another in ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`
export const verifyNotYours = 'Wrong address? Sign out and register again.'
export const verifySignOut = 'Sign out'

export const verifying = 'Verifying your email address…'
export const verifyQuestionTitle = 'Verify your email'
export const verifyQuestionBeforeAddress = 'To verify '
export const verifyQuestionAfterAddress = ', enter the password you chose when you registered.'
export const verifyQuestionPassword = 'Your password'
export const verifyQuestionSubmit = 'Verify email'
export const verifyQuestionUnknown = 'Forgot your password, or somebody else registered with your address?'
export const verifyNewSwitch = 'Choose a new password'
export const verifyNewTitle = 'Choose a new password'
export const verifyNewBeforeAddress = 'The account of '
export const verifyNewAfterAddress = ' becomes yours. Everyone who used it before is signed out.'
export const verifyNewSubmit = 'Save password and verify'
export const verifyKnownSwitch = 'I know my password'
export const changeQuestionTitle = 'Confirm your new email'
export const changeQuestionBeforeAddress = 'To use '
export const changeQuestionBeforeAccount = ' for the account of '
export const changeQuestionAfterAccount = ', enter the password of that account.'
export const changeQuestionSubmit = 'Use this address'
export const changeQuestionNotYours = 'Not your account? Close this page, and nothing changes.'
export const otherAccountTitle = 'Switch account?'
export const otherAccountIntro = 'This link belongs to another account than the one you are using.'
export const otherAccountCurrent = 'You are signed in as'
export const otherAccountOfLink = 'The link is for'
export const otherAccountContinue = 'Switch to the link’s account'
export const otherAccountLoses =
  'What has not arrived is lost if you switch now, with its picture. Stay signed in, and it is sent by itself as soon as the network returns.'
export const otherAccountDiscard = 'Switch and discard'
export const otherAccountStay = 'Stay signed in'
export const otherAccountUnused = 'If you stay, the link is not used. It works for 60 minutes after it was sent.'
export const otherAccountUsed = 'The address of the link is verified, whichever you choose.'
export const verifiedTitle = 'Email verified'
export const verifiedText = 'Your email address is verified.'
export const verifiedAlreadyTitle = 'Already verified'
export const verifiedContinue = 'Continue'
export const verifiedToLogin = 'Login'
export const verificationFailedTitle = 'Verification failed'
export const verificationRetryHint = 'The network or our server may have failed. Please try again in a moment.'
export const verificationRetry = 'Try again'
export const verificationNewLink = 'Get a new link'
export const verificationLoginForLink = 'Login to get a new link'

export const profileTitle = 'My Profile'
export const profileEdit = 'Edit profile'
export const profileSince = 'Member since'
export const profileUnsavedWait = 'Changes that you have not saved wait under Edit profile.'
export const profilePendingBeforeAddress = 'Open the link we sent to '
export const profilePendingAfterAddress = ' to use that address here. Until then your present one stays in force.'

export const profileEditTitle = 'Edit profile'
export const profileEmailHint = (inForce: string) =>
  `We send a link to this address. Until it is opened, ${inForce} stays in force.`
export const profileEmailPending = (inForce: string) =>
  `Open the link in our mail to confirm this address. To stay with ${inForce}, type it here and save.`
export const profileEmailKept = (email: string) => `Your email address stays ${email}.`
export const profileChangePassword = 'Change password'
export const profileCurrentPassword = 'Current password'
export const profileNewPassword = 'New password'
export const profileConfirmPassword = 'Confirm new password'
export const profileSave = 'Save changes'
export const profileCancel = 'Cancel'
export const profileSaved = 'Profile saved'
export const profileNotSaved = 'Profile not saved'
export const profileLinkSent = (pending: string, inForce: string) =>
  `We sent a link to ${pending}. Until it is opened, ${inForce} stays in force.`
export const profileOthersSignedOut = 'Your other devices are signed out.'
export const profileUnsavedTitle = 'Not saved yet'
export const profileUnsavedExpired = 'Your changes are kept, all but passwords. Sign in again to save them.'
export const profileUnsavedText = 'Your changes wait under Edit profile, all but passwords.'

export const avatarLabel = 'Picture'
export const avatarPhoto = 'Take a photo'
export const avatarChoose = 'Choose a picture'
export const avatarChosen = 'Your new picture'
export const avatarUnshown =
  'This browser cannot show this kind of picture. Save it: its middle will stand in the circle.'
export const avatarUnreadable =
  'This file does not open as a picture: it is damaged or something else. Please choose another, a JPEG, PNG, WEBP or HEIC photo.'
export const avatarUndo = 'Do not use this picture'
export const avatarRemove = 'Remove picture'
export const avatarRemoved = 'Picture removed'
export const avatarRemovedText = 'Your initials stand in its place.'
export const avatarNotRemoved = 'Picture not removed'
export const avatarPlaceTitle = 'Place your picture'
export const avatarPlaceHint = 'Drag it, or move it with the arrow keys.'
export const avatarPlace = 'Your picture in its circle: move it with the arrow keys'
export const avatarZoom = 'Zoom'
export const avatarTurn = 'Turn'
export const avatarUse = 'Use picture'
export const avatarNotCut = 'This browser could not cut the picture. Please choose another.'

export const accountTitle = 'Your account'
export const profileSignOut = 'Sign out'
export const profileSignOutAbout = 'In this browser'
export const dialogCancel = 'Cancel'
export const notOffered = 'Not available here.'
export const signOutTitle = (waiting: number) => {
  if (waiting === 0) return 'Everything has been sent meanwhile'
  return waiting === 1 ? 'A receipt waits to be sent' : `${waiting} receipts wait to be sent`
}
export const signOutText =
  'What has not arrived is lost if you sign out now, with its picture. Stay signed in, and it is sent by itself as soon as the network returns.'
export const signOutReceipt = (amount: string, invoice: string) => `${amount}, invoice ${invoice}`
export const signOutMore = (others: number) => `and ${others} more`
export const signOutStay = 'Stay signed in'
export const signOutDiscard = 'Sign out and discard'
export const otherSessionsEnd = 'End my other sessions'
export const otherSessionsAbout = 'Signs you out on every other device'
export const otherSessionsTitle = 'End your other sessions?'
export const otherSessionsText = 'Every other browser and device will have to sign in again. Here you stay signed in.'
export const otherSessionsConfirm = 'End them'
export const otherSessionsCount = (ended: number) => {
  if (ended === 0) return 'There was no other session.'
  return ended === 1 ? 'One session was ended.' : `${ended} sessions were ended.`
}
export const otherSessionsNotEnded = 'Sessions not ended'
export const exportLabel = 'Download my data'
export const exportAbout = 'Everything kept about you, as one ZIP file'
export const exportBegun = 'Your download begins'
export const exportBegunText = 'The file holds your profile, your receipts and your stamps.'
export const exportFailed = 'Your data could not be fetched'
export const deletionLabel = 'Delete my account'
export const deletionAbout = 'For good, with your pictures'
export const deletionTitle = 'Delete your account?'
export const deletionGoes =
  'Your name, your address, your picture and the pictures of your receipts are deleted. Receipts that wait are withdrawn, and your stamps can no longer be used.'
export const deletionStays =
  'What stays is the record of decisions on your receipts and of stamps given, under a number without a name.'
export const deletionFinal = 'This cannot be undone.'
export const deletionConfirm = 'Delete for good'
export const deletionDone = 'Goodbye'

export const resetTitle = 'New password'
export const resetIntro = 'Afterwards you are signed out everywhere and sign in with it.'
export const resetSubmit = 'Set password'
export const resetDoneTitle = 'Password changed'
export const linkFailedTitle = 'This link does not work'
export const resetFailedBeforeAddress = 'A link works once and for 60 minutes. For a new one write to '
export const resetFailedAfterAddress = ' from your college address.'

export const keepEmail = 'Keep my current email'
export const keepEmailTitle = 'Keep your email address?'
export const keepEmailIntro =
  'Somebody signed in to your account asked to change its email address. Press the button to stop this change.'
export const keepEmailDoneTitle = 'Email address kept'
export const keepEmailNotDone = 'Email address not kept'
export const keepEmailPassword =
  'If you did not ask for the change, somebody else may know your password: sign in and change it. For help, write to '
export const keepEmailFailed = 'If you did not ask for the change of your email address, write to '

export const unlockAsk = 'Email me a link to unlock this browser'
export const unlockAskAbout = "Wasn't it you? We can email you a link that lets you sign in here now."
export const unlockNotSent = 'The link was not sent'
export const unlockTitle = 'Unlock this browser'
export const unlockIntro =
  'If too many wrong passwords locked you out, press the button to sign in here without waiting.'
export const unlockSubmit = 'Unlock'
export const unlockDoneTitle = 'Browser unlocked'
export const unlockElsewhereTitle = 'Open it in the other browser'
export const unlockElsewhereHelp =
  'Copy the link from the mail into the browser in which you asked for it. Mail apps often open links in a browser of their own. Using the installed app? Sign in with your browser instead.'
export const unlockFailed = 'A link works once, for 15 minutes. You can ask for a new one on the login page.'

// --- merchants ---

export const merchantTitle = 'Merchant'
export const merchantsTitle = 'Merchants'
export const merchantsIntro = 'Choose where you bought something to send its receipt.'
export const merchantsSearchLabel = 'Search merchants'
export const merchantsSearchPlaceholder = 'Name of the shop'
export const merchantsCategoryLabel = 'Category'
export const merchantsEveryCategory = 'All'
export const merchantsLoading = 'Loading merchants'
export const merchantsTryAgain = 'Try a shorter name, or look in all categories.'
export const merchantsClearSearch = 'Clear the search'
export const merchantsShowAll = 'Show all merchants'
export const merchantDealsCount = (count: number) => (count === 1 ? '1 deal' : `${count} deals`)
export const merchantLoading = 'Loading the merchant'
export const merchantSubmit = 'Submit Receipt'
export const merchantDealsTitle = 'Current deals'
export const merchantAbout = 'About this merchant'

export const merchantNotFoundText = 'It may have left the scheme, or the address is mistyped.'
export const merchantCodeOutdated = 'No merchant has this address. The code you scanned may be out of date.'
export const merchantNotFoundToHome = 'Go back home'
export const merchantNotFoundToAll = 'All merchants'

// --- deals ---

export const dealTitle = 'Deal'
export const dealsTitle = 'Popular Deals'
export const dealsIntro = 'What merchants around campus offer right now.'
export const dealsLoading = 'Loading deals'
export const dealsNewSoon = 'New ones come every few weeks.'
export const dealUntil = (day: string) => `Until ${day}`
export const dealDaysLeft = (days: number) => ['Ends today', 'Ends tomorrow'][days] ?? `${days} days left`
export const dealLoading = 'Loading the deal'
export const dealRuns = (start: string, end: string) => `${start} to ${end}`
export const dealMerchant = 'Merchant information'
export const dealEnded = 'It may have ended.'
export const dealToAll = 'All deals'

// --- announcements ---

export const announcementTitle = 'Announcement'
export const announcementsTitle = 'Announcements'
export const announcementsMarkAll = 'Mark all as read'
export const announcementsToCome = 'News from campus will be posted here.'
export const announcementsWait = 'Loading announcements'
export const announcementUnread = 'New'
export const announcementWait = 'Loading the announcement'
export const announcementGone = 'It may have been withdrawn.'
export const announcementAll = 'All announcements'

// --- submissions ---

export const statusPending = 'Pending'
export const statusApproved = 'Approved'
export const statusRejected = 'Rejected'

export const submissionsTitle = 'My Submissions'
export const submissionsStatus = 'Status'
export const submissionsAll = 'All'
export const submissionsToCome = 'Every receipt you send is listed here.'
export const submissionsBegin = 'Send your first receipt'
export const submissionsSeeAll = 'See all receipts'
export const submissionsWait = 'Loading submissions'
export const submissionBought = (day: string) => `Bought ${day}`
export const submissionStampsEarned = (count: number) => (count === 1 ? '1 stamp' : `${count} stamps`)

export const submissionBack = 'Back to History'
export const submissionTitle = 'Submission Details'
export const submissionWait = 'Loading the submission'
export const submissionMissing = 'This receipt does not exist'
export const submissionMissingText = 'Its address may be mistyped, or it was sent from another account.'
export const submissionPictureOf = (merchant: string) => `Receipt from ${merchant}`
export const submissionPictureMissing = 'The picture was removed: it is not kept for longer.'
export const submissionPictureFailed = 'The picture could not be opened.'
export const submissionPictureEnlarge = 'Enlarge the picture'
export const submissionPictureRealSize = 'Real size'
export const submissionPictureClose = 'Close the picture'
export const submissionWhilePending = 'A person will look at it. The answer comes here and by email.'
export const submissionTimes = (half: string, most: string) =>
  `At the moment half of all receipts are decided within ${half}, nine in ten within ${most}.`
export const submissionTimesAlike = (most: string) => `At the moment nine in ten receipts are decided within ${most}.`
export const submissionOldestWait = (ago: string) => `The oldest one waiting was sent ${ago} ago.`
export const durationMinutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)
export const durationHours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`)
export const durationDays = (count: number) => (count === 1 ? '1 day' : `${count} days`)
export const submissionAmount = 'Amount'
export const submissionPurchaseDate = 'Purchase date'
export const submissionInvoiceNumber = 'Invoice number'
export const submissionSent = 'Sent'
export const submissionDecided = 'Decided'
export const submissionStamps = 'Stamps earned'
export const submissionNotes = 'Admin Comments'
export const submissionWhyRejected = 'Why it was rejected'
export const submissionNoReason = 'No reason was given.'
export const submissionCorrect = 'Send a corrected receipt'
export const submissionCorrectMeanwhile =
  'You need not do anything while your appeal waits. If you send the same receipt again meanwhile, that one is decided in place of this.'
export const submissionSeeCorrected = 'See the corrected receipt'
export const submissionCorrects = 'Corrects'
export const submissionReversed = 'A decision was changed'
export const submissionReversal = (was: string, day: string, outcome: string) =>
  `${was} on ${day}, then ${outcome} by a manager.`
export const submissionReversalReason = (reason: string) => `Reason: ${reason}`
export const submissionReversalToPending = 'put back under review'
export const submissionReversalToApproved = 'approved'
export const submissionReversalToRejected = 'rejected'
export const submissionReviewerCorrected = 'Corrected by the reviewer'
export const submissionReviewerCorrectedHint = 'The receipt says otherwise than what was typed. Its own values count.'
export const submissionFromTo = (typed: string, corrected: string) => `${typed} → ${corrected}`
export const submissionMerchant = 'Merchant'
export const submissionSeeEarlier = 'the rejected receipt'

export const appealTitle = 'Appeal this decision'
export const appealApproved = "This purchase was approved in another receipt, so this decision can't be appealed."
export const appealSeeApproved = 'See the approved receipt'
export const appealExplained =
  'You can do this once. A manager reads your words and looks at the receipt again; the answer comes here and by email.'
export const appealLabel = 'Why should the decision change?'
export const appealCount = (used: number, max: number) => `${used} of ${max} characters`
export const appealSend = 'Send the appeal'
export const appealNotNow = 'Not now'
export const tryAgainInMinutes = (minutes: number) =>
  `You can try again in ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`
export const appealYours = 'Your appeal'
export const appealOpen = 'Appeal under review'
export const appealWaits = 'A manager will read it. The answer comes here and by email.'
export const appealKept = 'The rejection stands'
export const appealReopened = 'It is reviewed once more'
export const appealMoot = 'The rejection was taken back before anybody answered.'
export const appealReviewed = 'It was reviewed once more'

export const receiptTitle = 'Submit Receipt'
export const receiptFormWait = 'Loading the form'

export const receiptPicture = 'Receipt picture'
export const receiptPictureWanted = 'Show us the whole receipt'
export const receiptPictureReadable = 'Date, total and invoice number should be readable.'
export const receiptPictureFromOutside = 'You can also drop it here or paste it.'
export const receiptPictureLetGo = 'Let go to take this picture'
export const receiptPhotoTake = 'Take a photo'
export const receiptPhotoAgain = 'Take another photo'
export const receiptPictureChoose = 'Choose a picture'
export const receiptPictureAgain = 'Choose another picture'
export const receiptPictureAlt = 'Your receipt'
export const receiptPictureAttached = 'Your picture is attached'
export const receiptPictureUnshown = 'This browser cannot show HEIC. The reviewer will see it.'
export const receiptPicturesLeftOut = (others: number) =>
  `Only the first of ${others + 1} pictures was taken. Every receipt is sent on its own.`
export const receiptPictureUnreadable = 'This file does not open as a picture'
export const receiptPictureReplace = 'Please take the picture again or choose another.'
export const receiptPictureRemove = 'Remove'
export const receiptPictureKilobytes = (size: string) => `${size} kB`
export const receiptPictureMegabytes = (size: string) => `${size} MB`

export const receiptMerchant = 'Merchant'
export const receiptMerchantsFromBefore = 'Where you sent receipts from before'
export const receiptMerchantChange = 'Change'
export const receiptMerchantChangeInFull = 'Change the merchant'

export const receiptAmount = 'Total amount'
export const receiptAmountNothing = (amount: string) => `A receipt of ${amount} earns no stamps.`
export const receiptDate = 'Purchase date'
export const receiptInvoice = 'Invoice number'
export const receiptInvoiceHint = 'Its digits only; leave letters out.'
export const receiptRead = (value: string) => `Picture: ${value}`
export const receiptReadUse = 'Use it'
export const receiptReadUseInFull = (value: string) => `Use it: ${value}`
export const receiptEarlier = 'See the receipt you sent'
export const receiptSentWithToday = 'Sent with today’s date.'
export const receiptOtherDay = 'Bought on another day?'

export const receiptSubmit = 'Submit receipt'
export const receiptSubmitGuest = 'Login to submit receipt'
export const receiptSubmitUnverified = 'Verify your email to submit'
export const receiptCancel = 'Cancel'
export const receiptSending = 'Sending'
export const receiptSendingProgress = 'Sending your receipt'
export const receiptSendingRead = 'Sent. The picture is being read'
export const receiptSent = 'Receipt sent'
export const receiptNotSent = 'Receipt not sent'
export const receiptPercent = (percent: number) => `${percent} %`
export const receiptPercentInWords = (percent: number) => `${percent} percent sent`
export const receiptWaits = 'Waiting for the network…'
export const receiptWaitsKept =
  'Your receipt is kept here and sent by itself as soon as the network returns. You can leave this page.'
export const receiptWaitsHere =
  'Keep this page open: this browser could not store your receipt. It is sent by itself as soon as the network returns.'
export const receiptPictureLost = 'This browser has lost the picture. Please add it again.'
export const receiptSendNow = 'Send now'
export const receiptKeepAsDraft = 'Cancel: keep it as a draft'
export const receiptAnother = 'Begin another receipt'
export const receiptMendFromHome = 'It waits on the home page to be mended.'
export const receiptCorrecting = (invoice: string, merchant: string) =>
  `Correcting receipt ${invoice} from ${merchant}. Its picture must be taken again.`
export const receiptNotRejected = 'This receipt is no longer rejected: you need not send it again.'
export const receiptBackToCorrected = 'Back to the receipt'
export const receiptAgainInSeconds = (seconds: number) =>
  `You can try again in ${seconds === 1 ? 'one second' : `${seconds} seconds`}.`
