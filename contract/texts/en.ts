/** The English texts that the server and the apps share, each once. Import `texts` of `@stampus/contract/texts`. */

export const termsRequired = 'You must agree to the terms and conditions.'
export const invalidReceiptType = 'Invalid file type. Please upload a JPEG, JPG, PNG, WEBP or HEIC image.'
export const invalidReceiptTypeOrGif = 'Invalid file type. Please upload a JPG, PNG, GIF, WEBP or HEIC image.'
export const receiptTooLarge = 'The file size cannot exceed 10MB.'
export const invoiceRequired = 'The Invoice Number is required.'
export const requiredFields = 'Please fill in all required fields.'
export const nameRequired = 'Name is required'
export const emailRequired = 'Email is required'
export const invalidEmail = 'Please enter a valid email address'
export const currentPasswordRequired = 'Current password is required to change password'
export const passwordTooShort = 'Password must be at least 8 characters'
export const passwordsDiffer = 'Passwords do not match'
export const avatarTooLarge = 'Image size should not exceed 2MB'
export const suspended = 'Your account has been suspended. Please contact support for assistance.'
export const linkInvalid = 'The verification link is invalid or has expired.'
export const unexpectedRetry = 'An unexpected error occurred. Please try again.'
export const unexpected = 'An unexpected error occurred.'
export const network = 'A network error occurred. Please try again.'
export const submitFailed = 'Failed to submit receipt. Please try again.'
export const submitted = 'Your receipt has been submitted successfully!'
export const submissionsFailed = 'Failed to load submissions. Please try again.'
export const moreSubmissionsFailed = 'Failed to load more submissions. Please try again.'
export const submissionFailed = 'Failed to load submission details. Please try again.'
export const merchantsFailed = 'Could not load merchants. Please try again later.'
export const merchantFailed = 'Could not load merchant details.'
export const announcementsFailed = 'Failed to load announcements. Please try again later.'
export const dealsFailed = 'Failed to load advertisements. Please try again later.'
export const noMerchants = 'No Merchants Match Your Criteria'
export const noAnnouncements = 'No Announcements'
export const noDeals = 'No Deals Available'
export const noSubmissions = 'No submissions for current stage'
export const noActivity = 'No recent activity found.'
export const announcementNotFound = 'Announcement not found.'
export const dealNotFound = 'Deal not found.'
export const merchantNotFound = 'Merchant Not Found'

export const passwordRequired = 'Password is required'
export const passwordHint = 'At least 8 characters with upper case, lower case, number and symbol.'
export const passwordTooLong = 'Password must be at most 128 characters'
export const passwordTooWeak = 'Password must have upper case, lower case, number and symbol'
export const passwordWhiteSpace = 'Password must not contain spaces'
export const passwordWellKnown = 'This password is too well known. Please choose another.'
export const wrongCredentials = 'These credentials do not match our records.'
export const currentPasswordWrong = 'The current password is not correct.'
export const currentPasswordForEmail = 'Current password is required to change email'
export const collegeEmailOnly = 'Please use your college email address.'
export const emailTaken = 'This email address is already registered. Please sign in instead.'
export const chooseNewPassword = 'Please choose a new password. We have emailed you a link.'
export const verificationPasswordWrong = 'This is not the password you registered with.'
export const onePasswordOnly = 'Send either the password or a new one, not both.'
export const alreadyVerified = 'This email address is already verified.'
export const verificationSent = 'If this address needs verification, a new link is on its way.'
export const verificationRequired = 'Please verify your email address first.'
export const unauthenticated = 'Please sign in to continue.'
export const forbidden = 'You are not allowed to do this.'
export const notFound = 'Not found.'
export const tooManyRequests = 'Too many attempts. Please wait a moment and try again.'
export const malformed = 'The request could not be read.'
export const tooLargeRequest = "You're trying to send too much at once. Please send less and try again."
export const tooSlow = 'The request took too long to arrive. Please try again.'
export const serverError = 'Something went wrong on our side. Please try again.'
export const unavailable = 'The service is busy or restarting. Please try again in a moment.'
export const invalidId = 'This id is not valid.'
export const invalidPage = 'This page does not exist.'
export const invalidChoice = 'This choice is not valid.'
export const invalidText = 'This text contains characters that cannot be used.'
export const tooLong = (max: number) => `Please use at most ${max} characters.`
export const invalidAmount = 'Type the amount like 12.50 or 1200.00.'
export const invalidInvoice = 'Type the digits of the invoice number, at most 30.'
export const invalidReceiptNumber = 'Enter the digits of a receipt or invoice number, such as #123 or 00123.'
export const invalidDate = 'Enter a valid date.'
export const futureDate = 'The purchase date cannot be in the future.'
export const oldReceipt = (days: number) => `Receipts older than ${days} days cannot be accepted.`
export const undecodable = "We can't read this photo. Please take it again or choose another."
export const merchantUnknown = 'Please choose a merchant.'
export const merchantInactive = 'This merchant is not accepting receipts at the moment.'
export const alreadySubmitted = 'You have already sent this receipt.'
export const keyReused = "You've already sent this with different details. Please reload the page and try again."
export const keyInUse = 'This receipt is already being sent. Please wait a moment.'
export const receiptWithdrawn = 'The member has withdrawn this receipt.'
export const alreadyDecided = 'This receipt has already been approved or rejected.'
export const leasedByOther = 'Another reviewer has this receipt open.'
export const approvedElsewhere = (id: number) => `Receipt ${id} with this invoice number was already approved.`
export const resubmissionApproved = (id: number) =>
  `This purchase was already approved as receipt ${id}. Each purchase earns stamps only once.`
export const appealApproved =
  "This purchase was already approved in another receipt, so this decision can't be appealed."
export const sentElsewhere = (id: number) => `The member has already sent this receipt as receipt ${id}.`
export const conflictOfInterest =
  'You are linked to this member or merchant, so another operator must decide on this receipt.'
export const escalatedToManagers = 'This receipt was escalated to managers.'
export const readAlready = 'Only a picture that could not be read can be read again.'
export const escalatedAlready = 'This receipt was already escalated to managers.'
export const escalationTooLate = 'This escalation can no longer be undone.'
export const noteRequired = 'A note to the managers is required.'
export const hasNewSignal = 'This receipt needs a closer look. Open it at the desk.'
export const alikeApproved = 'An approved receipt looks like this one. Compare them before you continue.'
export const notConfirmed =
  "The details typed don't match the picture. Open the receipt at the review desk to check it."
export const bulkTooSlow = 'Approving took too long, so this receipt is still pending. Please try again.'
export const lookFirst = 'Look at each picture before you approve it.'
export const offerOutdated = 'This page is out of date. Reload it and look at the receipts again.'
export const alreadySpotChecked = 'Another operator has already checked this receipt.'
export const spotCheckExpired = 'This check is no longer held for you. Please open it again.'
export const nothingCorrected = 'Change at least one fact, or approve the receipt as it is.'
export const ownDisagreement = 'You decided, confirmed or checked this receipt. Another manager must close this.'
export const disagreementNotIndependent =
  'You and an operator who took part in this got an account or role through the same manager, or one through the other, within 30 days. Another manager must close this.'
export const disagreementTooEarly = 'The spot check can still be undone. Please wait a few seconds.'
export const disagreementClosed = 'This disagreement is already closed.'
export const disagreementMemberGone = "The member deleted their account, so this disagreement can't be closed."
export const settlementOutcomeRequired = 'Choose an outcome.'
export const settlementNoteRequired = 'A note is required.'
export const reasonRequired = 'A reason is required.'
export const waitsForConfirmation = 'This receipt is waiting for a second operator to confirm a decision.'
export const confirmOwn = 'You made this request, so another operator must confirm it.'
export const confirmerNotIndependent = (day: string) =>
  `You and the operator who asked got an account or role through the same manager, or one through the other, within 30 days. Another operator must confirm this. You can after ${day}.`
export const confirmationClosed = 'This request is already closed.'
export const confirmedAlready = 'This was already confirmed. Only the operator who confirmed it can undo it.'
export const requesterHasConflict =
  'The operator who made this request is now linked to this receipt. Decline the request.'
export const requesterGone =
  'The operator who asked was removed or no longer has the role for this. Decline the request.'
export const declineReasonRequired = 'Please say why you decline.'
export const undoTooLate = 'This decision can no longer be undone.'
export const operatorCredentials = 'Wrong email or password.'
export const otherSessionsEnded = 'You are signed out everywhere else.'
export const accountDeleted = 'Your account has been deleted.'
export const resetLinkInvalid = 'The reset link is invalid or has expired.'
export const stopLinkInvalid = 'This link is invalid or has expired.'
export const emailChangeStopped = "We've cancelled the change. Your email address stays the same."
export const unlockLinkSent =
  'If this address has an account, a link is on its way. Open it in this browser within 15 minutes.'
export const unlockLinkInvalid = 'This link is invalid, was already used or has expired.'
export const unlockOtherBrowser = 'This link only works in the browser that asked for it. Open it there.'
export const browserUnlocked = 'This browser is unlocked for an hour. You can sign in now.'
export const emailChangeDone =
  "This change has already been confirmed, so it can't be stopped here. Please contact support."
export const passwordReset = 'Your password has been changed. Please sign in with it.'
export const resetLinkSent = 'The reset link is on its way.'
export const appealRequired = 'Please say why the decision should change.'
export const withdrawn = 'Your receipt has been withdrawn.'
export const withdrawDecided = 'This receipt has just been checked, so you can no longer withdraw it.'
export const withdrawConfirming = "We're finishing the check of this receipt, so you can no longer withdraw it."
export const withdrawnKey = "You've withdrawn this receipt. To send it again, start a new submission."
export const appealNotPossible = 'Only a rejected receipt can be appealed.'
export const appealTooLate = 'This receipt is too old to appeal. Its photo was removed.'
export const appealedAlready = 'This decision has already been appealed.'
export const appealAnswered = 'This appeal has already been answered.'
export const appealResubmitted = 'The member has sent a corrected receipt. Please review that one instead.'
export const answerRequired = 'An answer to the member is required.'
export const merchantChanged = 'Someone else has changed this merchant.'
export const categoryChanged = 'Someone else has changed this category.'
export const dealChanged = 'Someone else has changed this deal.'
export const announcementChanged = 'Someone else has changed this announcement.'
export const invalidPhone = 'Enter a phone number such as 03-5550 1234 or +60 3-5550 1234, or leave it empty.'
export const slugRequired = 'A page URL is required.'
export const invalidSlug = 'Use lower-case letters, numbers and single hyphens, for example kopi-kita.'
export const slugTaken = 'Another merchant has this page URL.'
export const addressRequired = 'An address is required.'
export const categoryRequired = 'Please choose a category.'
export const categoryTaken = 'There is already a category with this name.'
export const categoriesFull = (max: number) => `There are already ${max} categories. Please remove one first.`
export const categoryInUse = (merchants: number) =>
  merchants === 1 ? 'One merchant is in this category.' : `${merchants} merchants are in this category.`
export const titleRequired = 'A title is required.'
export const descriptionRequired = 'A description is required.'
export const englishRequired = 'Enter the English text too.'
export const contentRequired = 'Please write the text.'
export const endsBeforeStart = 'The last day cannot be before the first.'
export const endsBeforePublished = 'The end must be after the time members first see it.'
export const conditionsRequired = 'Enter the conditions.'
export const invalidRewardStamps = 'Enter a whole number from 1 to 10,000.'
export const invalidOwedAmount = 'Enter an amount from RM 0.00 to RM 100,000.00.'
export const invalidStock = 'Enter a whole number from 1 to 1,000,000, or leave it empty.'
export const invalidRewardLimit = 'Enter a whole number from 1 to 1,000, or leave it empty.'
export const invalidValidDays = 'Enter a whole number of days from 1 to 180.'
export const stockBelowTaken = (taken: number) => `${taken} have been claimed, so the stock cannot be lower.`
export const rewardChanged = 'Someone else changed this reward. Reload it to see the changes.'
export const rewardEnded = 'This reward has ended, so it cannot be changed. Copy it to offer it again.'
export const balanceChanged = "The member's balance has changed. Close this and look at it again."
export const balanceChangedSince =
  "The member's balance has changed since this was requested. Decline it, then look at the balance again."
export const owedToNobody = 'Only a merchant can be owed an amount.'
export const rewardStateImpossible = 'The reward is in another state now. Reload it and try again.'
export const rewardNotDraft = 'Only a draft can be removed. End or recall this reward.'
export const rewardNotFound = 'This reward is not available.'
export const rewardNotAvailable = 'This reward is not available at the moment.'
export const rewardChangedMeanwhile = 'This reward has changed. Check it again before you claim it.'
export const supplementsNotAccepted =
  'Accept the supplements to the Terms and to the Privacy Policy before you claim a reward.'
export const consentRecorded = 'Your consent is recorded.'
export const rewardSoldOut = 'This reward is sold out.'
export const balanceNegative =
  'Your balance is below zero. New stamps fill it up first; then you can claim rewards again.'
export const stampsMissing = (missing: number) =>
  missing === 1 ? 'You need 1 more stamp for this reward.' : `You need ${missing} more stamps for this reward.`
export const rewardLimitTotal = (most: number) =>
  most === 1
    ? 'You can have this reward once, and you have had it.'
    : `You can have this reward ${most} times, and you have had it that often.`
export const rewardLimit30Days = (most: number, again: string) =>
  `You can have this reward ${most === 1 ? 'once' : `${most} times`} in 30 days. You can claim it again from ${again}.`
export const voucherNotReady = 'This voucher can no longer be used.'
export const voucherStateChanged = 'The status of this voucher has changed. Check it, then try again.'
export const voidOfSettled = 'This voucher was paid for after it had ended, so it can’t be voided.'
export const voidNeedsSecond =
  "These are more stamps than one manager may give back with a voucher. Void it without them, then adjust the member's stamps."
export const voidOfDeleted =
  "This member's account was deleted, so no stamps can go back. Void the voucher without them."
export const takingNeedsSecond =
  "These are more stamps than one manager may take with a voucher. Give them back with it, then adjust the member's stamps."
export const voucherNumberInvalid = 'Enter the eight digits of the voucher.'
export const voucherCodeInvalid = 'Enter the four digits that change.'
export const voucherUnknown = 'There is no voucher with this number.'
export const voucherCodeWrong = 'This code is not valid now. Type the one that the phone shows at this moment.'
export const voucherUsed = (time: string, by: string | null) => (by ? `Used at ${time} by ${by}.` : `Used at ${time}.`)
export const voucherReturned = 'The member gave this voucher back.'
export const voucherVoided = 'This voucher was cancelled.'
export const voucherExpired = 'This voucher has expired.'
export const voucherFrozen = 'This voucher cannot be used now.'
export const voucherNotChecked = 'Check the voucher again before you hand it over.'
export const takeBackImpossible =
  "The member's account has changed meanwhile, so this hand-over stays. If nothing was handed over, a manager can void the voucher."
export const takeBackTooLate = 'A hand-over can be taken back for one minute, by the person who confirmed it.'
export const invalidStampPrice = 'Enter an amount from RM 0.01 to RM 10,000.00.'
export const invalidStampsOfReceipt = 'Enter a whole number of stamps, at most 10,000.'
export const leastAboveMost = 'The most stamps cannot be fewer than the least.'
export const startDayRequired = 'Enter a date.'
export const startsInThePast = 'The start cannot be in the past.'
export const earningRuleSameStart = 'Another rule starts at this time. Choose another time.'
export const earningRuleStarted = 'This rule has started, so it cannot be removed. Add another one.'
export const pastedTooLong = 'This is too long for an announcement, so nothing was pasted. Copy a smaller part.'
export const invalidInstant = 'Enter a date and a time.'
export const invalidPerDay = (max: number) => `Enter a number from 1 to ${max}, or leave it empty.`
export const pictureGone = 'This picture is no longer available. Please choose it again.'
export const tooManyNames = (max: number) => `Please enter at most ${max} names.`
export const tooManyAddresses = (max: number) => `Please enter at most ${max} addresses.`
export const noEmailAddress = (given: string) => `${given} is not an email address.`
export const minimumSpend = (amount: string) => `Receipts from this merchant must be for ${amount} or more.`
export const dailyReceipts = (max: number) =>
  max === 1
    ? 'This merchant accepts one receipt a day from each member.'
    : `This merchant accepts ${max} receipts a day from each member.`
export const dailyReceiptsSent = (max: number) =>
  `${dailyReceipts(max)} ${max === 1 ? "Today's has been sent." : "Today's have been sent."}`
export const removed = 'Removed.'
export const codeRequired = 'A code is required.'
export const codeWrong = 'This code is wrong or was already used.'
export const signInExpired = 'Signing in took too long. Please start again.'
export const secondFactorDue = 'Please turn on the second factor of your account first.'
export const secondFactorOn = 'The second factor is on. You are signed out everywhere else.'
export const secondFactorOff = 'The second factor is off. You are signed out everywhere else.'
export const secondFactorChanged = 'The second factor has changed. Please reload the page.'
export const secondFactorRequired = "Your role requires the second factor, so you can't turn it off."
export const secondFactorReset = 'The second factor was removed. The operator gets an email about it.'
export const recoveryCodesMade =
  'Here are your new recovery codes. The old ones no longer work, and you are signed out everywhere else.'
export const passwordChanged = 'Your password has been changed. You are signed out everywhere else.'
export const operatorTaken = 'There is already an operator with this email address.'
export const operatorChanged = 'Someone else has changed this operator.'
export const verificationLinkSent = 'The verification link is on its way.'
export const mailSentAgain = 'Email resent.'
export const operatorLinkSent = 'The link is on its way.'
export const signInLocked =
  'Too many wrong passwords. If there is such an account, we have emailed it a link to sign in without waiting. Otherwise try again in an hour.'
export const operatorLinkInvalid = 'This link is invalid, was already used or has expired.'
export const operatorSessionsEnded = 'The operator is signed out everywhere.'
export const operatorRemoved = 'The operator was removed.'
export const ownOperator = "You can't do this to your own account. Ask another manager."
export const tooManyMerchants = (max: number) => `Please choose at most ${max} merchants.`
export const invalidStamps = 'Enter a whole number from -1,000 to 1,000 that is not 0.'
export const reversalOutdated = 'The decision has changed. Please look again.'
export const reversalTooEarly = 'The operator who decided this can still undo it. Please wait a moment.'
export const reversalSame = 'The receipt already has this outcome. Please choose another one.'
export const receiptPictureGone = "The picture was removed, so this decision can't be changed."
export const suspendedAlready = 'This member is already suspended.'
export const notSuspended = 'This member is not suspended.'
export const memberUnverified = 'This member has not verified their email address yet.'
export const ownAccount = 'This is your own account. Another manager must do this.'
export const ownerOneself = 'This is your own address. Another manager must do this.'
export const needsSecondManager =
  'One manager may not decide this alone. It was noted: it takes effect when another manager enters exactly the same within 7 days.'
export const needsIndependentManager = (day: string) =>
  `Another manager asked for exactly this, but one of you got an account or role through the other, or both through the same manager, within 30 days. It was noted: it takes effect when a third manager enters exactly the same within 7 days, or either of you after ${day}.`
export const ownMerchant = 'This is your own merchant. Another manager must do this.'
export const exportTruncated = (rows: number) =>
  `Only the newest ${rows.toLocaleString('en-MY')} rows are in this file.`
export const reported = 'Thank you.'
export const signedOut = 'You are signed out.'
export const pinNeeded = 'Please enter your PIN.'
export const pinInvalid = 'A PIN has six digits.'
export const pinWrong = 'This PIN is wrong.'
export const pinTooSimple = 'Others would guess this PIN. Please choose six digits that are not in a row or repeated.'
export const enrolmentInvalid = 'This code has expired or was already used. Please ask for a new one.'
export const phoneNameRequired = 'Please give this phone a name, such as Till 1.'
export const phoneRemoved = 'The phone was removed. It can confirm nothing any more.'
export const tooManyPhones = (max: number) => `A merchant has at most ${max} phones. Remove one that is no longer used.`
export const cashierTaken = 'There is already a cashier of this name.'
export const cashierRemoved = 'The cashier was removed.'
export const tooManyCashiers = (max: number) => `A merchant has at most ${max} cashiers.`
export const workEnded = 'The next cashier enters a PIN.'
export const languageSaved = 'Your language was saved.'
export const ownerTaken = 'There is already an owner with this email address.'
export const ownerChanged = 'Someone else has changed this owner.'
export const ownerRemoved = 'The owner was removed, with the phones they enrolled.'
export const ownerSessionsEnded = 'The owner is signed out everywhere.'
export const ownerSecondFactorReset = 'The second factor was removed. The owner gets an email about it.'
export const voucherElsewhere = 'This voucher is for another shop.'
export const voucherOfStaff = 'This voucher belongs to someone who works here. The office can hand it over.'
export const handOverTakenBack = 'Taken back. The voucher is ready again.'
export const deletedMember = 'Deleted member'
export const counterCodeInvalid = 'Type the six digits that the counter shows.'
export const counterCodeWrong = 'This code is not valid now. Type the one that the counter shows at this moment.'
export const lateTimeInvalid = 'Enter the time that was noted, within the last 24 hours.'
export const lateCodeWrong = 'This code does not fit this voucher and this time.'
export const lateEntered = 'Entered. The voucher is used.'
export const lateWaiting = 'Entered. The voucher is no longer ready, so the office decides whether you are paid for it.'
export const monthInvalid = 'Choose a month.'
export const statementTooEarly = 'This month is not over yet.'
export const statementIssued = 'This statement was issued already.'
export const statementIssuedNow = 'The statement is issued. Its lines stay as they are.'
export const statementChanged = 'This statement has changed meanwhile. Check its figures again.'
export const statementEarlierFirst = (month: string) => `Issue the statement of ${month} first.`
export const statementDisputed = 'A line of this statement is still disputed. Try again after it is answered.'
export const paymentNeedsSecond =
  'You issued this statement and answered its disputes, so another manager must mark it as paid.'
export const statementAccepted = 'This statement was accepted already.'
export const statementAcceptedNow = 'You have accepted this statement.'
export const statementClosed = 'This statement was accepted or paid, so its lines can’t be disputed any more.'
export const statementPaid = 'This statement was paid already.'
export const statementPaidNow = 'The statement is marked as paid.'
export const lineDisputed = 'This line is disputed already.'
export const lineDisputedNow = 'Sent. The office answers here.'
export const disputeAnswered = 'This dispute was answered already.'
export const disputeAnsweredNow = 'Your answer was sent.'
export const lateAnswered = 'This late hand-over was answered already.'
export const lateAnsweredNow = 'Your answer is a line of the next statement.'
export const latePaid = 'The voucher is used, and paid for in the next statement.'
export const latePaidTaken = (stamps: number) =>
  `The voucher is used, and paid for in the next statement. Its ${stamps} ${stamps === 1 ? 'stamp was' : 'stamps were'} taken again.`
export const latePaidMissing = (stamps: number, available: number) =>
  `The voucher is used, and paid for in the next statement. Its stamps could not be taken: it needs ${stamps}, the member has ${available}.`
export const latePaidGone = (stamps: number) =>
  `The voucher is used, and paid for in the next statement. Its stamps (${stamps}) could not be taken: the account was deleted.`
export const voucherSettled = 'A hand-over of this voucher is paid for already, so no other one can be.'
export const paymentReferenceRequired = 'Enter the reference of the payment.'
export const adjustmentInvalid = 'Enter an amount.'
export const caseMessageRequired = 'Please write a message.'
export const caseSubjectRequired = 'Please choose what it is about.'
export const caseObjectUnknown = "We couldn't find this. Please choose again."
export const caseOpenAlready = 'You already have an open conversation about this. Please continue there.'
export const caseClosed = 'This conversation is closed.'
export const casesWaitForAnswer = (max: number) =>
  `You already have ${max} conversations that wait for an answer. Please wait until we have answered one.`
export const caseWaitsForAnswer = 'You have written a lot here. Please wait for our answer.'
export const caseChanged = 'This case has changed meanwhile. Please read it again.'
export const assigneeUnknown = 'Please choose a manager.'
export const cannedAnswerChanged = 'Someone else has changed this answer.'
export const tooManyCannedAnswers = (max: number) => `There can be at most ${max} answers. Remove one first.`
export const linkGroupChanged = 'Someone else has changed this group.'
export const invalidLinkAddress = 'Enter an address that starts with https://, mailto: or tel:.'
export const invalidPosition = (max: number) => `Enter a whole number from 1 to ${max}.`
export const tooManyLinks = (max: number) => `A group can have at most ${max} links.`
export const tooManyLinkGroups = (max: number) => `There can be at most ${max} groups. Remove one first.`
