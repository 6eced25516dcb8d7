/** The English texts of the counter app. Malay has the same names in `ms.ts`; `#words` in `package.json` chooses. */

/** The format of numbers, days and times. */
export const locale = 'en-GB'

export const pageTitle = 'Stampus counter'
export const pageShortTitle = 'Counter'
export const pageDescription = 'Hand over rewards at the stall.'
export const pageNeedsScript = 'Please turn on JavaScript to use this app.'
export const otherLanguage = 'Bahasa Melayu'
export const loading = 'Loading'
export const retry = 'Retry'
export const back = 'Back'
export const cancel = 'Cancel'
export const close = 'Close'
export const unreachable = 'No connection to the server.'
export const failed = 'That did not work. Please try again.'
export const busy = 'The server is busy. Please try again in a moment.'
export const tooManyTries = (minutes: number) =>
  minutes <= 1 ? 'Too many tries. Please wait a minute.' : `Too many tries. Please wait ${minutes} minutes.`
export const notFound = 'Page not found'
export const toCounter = 'To the counter'

// --- enrolment ---

export const welcomeTitle = 'This phone is not a counter yet'
export const welcomeText =
  'The owner of the shop adds it: under Phones, Add a phone, with a QR code for this phone’s camera.'
export const welcomeOwner = 'I am the owner'
export const enrolTitle = 'Use this phone as a counter?'
export const enrolText = 'It can then confirm rewards of the shop that the code is from.'
export const enrolName = 'Name of this phone'
export const enrolNameHint = 'Such as Till 1.'
export const enrolFirstName = 'Till 1'
export const enrolButton = 'Use this phone'

// --- PIN ---

export const pinTitle = 'Who is at the counter?'
export const pinNobody = 'There are no cashiers yet. The owner adds them.'
export const pinDigits = 'Six digits'
export const pinDelete = 'Delete a digit'
export const pinOther = 'Someone else'

// --- hand over ---

export const handOverTitle = 'Hand over'
export const scanHint = 'Hold the QR code of the voucher in front of the camera.'
export const scanForeign = 'This QR code is not a voucher.'
export const cameraView = 'What the camera sees'
export const cameraOn = 'Turn the camera on'
export const torchOn = 'Light on'
export const torchOff = 'Light off'
export const cameraUnsupported = 'This browser cannot use a camera here. Type the number and the code instead.'
export const cameraDenied =
  'The browser blocks the camera. Allow it in the browser’s settings, or type the number and the code.'
export const cameraMissing = 'No camera was found. Type the number and the code instead.'
export const cameraBusy = 'Another app is using the camera. Close it, or type the number and the code.'
export const cameraLost = 'The camera was turned off. Type the number and the code instead.'
export const cameraFailed = 'The camera could not start. Type the number and the code instead.'
export const typeInstead = 'Type it instead'
export const scanInstead = 'Scan instead'
export const number = 'Number'
export const numberHint = 'Eight digits.'
export const code = 'Code'
export const codeHint = 'Four digits that change.'
export const check = 'Check'
export const handOver = 'Hand over'
export const handedOver = 'Handed over'
export const next = 'Next'
export const problemTitle = 'Not valid'
export const uncheckedTitle = 'Not checked'
export const todayLink = 'Today'
export const leave = 'Change cashier'

// --- today ---

export const todayTitle = 'Handed over today'
export const handOvers = 'Hand-overs'
export const handOversEmpty = 'Nothing was handed over yet.'
export const wayOffline = 'Without a network'
export const wayLate = 'Entered later'
export const more = 'Show more'
export const todayEmpty = 'Nothing yet today.'

// --- owner ---

export const ownerTitle = 'For owners'
export const email = 'Email'
export const password = 'Password'
export const showPassword = 'Show the password'
export const hidePassword = 'Hide the password'
export const signIn = 'Sign in'
export const signInHelp = 'If you have lost your password, ask the office for a new link.'
export const secondStepTitle = 'Your code'
export const secondStepHint = 'From your authenticator app, or a recovery code.'
export const passwordTitle = 'Choose your password'
export const passwordHint = 'At least 8 characters with upper and lower case, a digit and a symbol.'
export const passwordSave = 'Save and go on'
export const setUpTitle = 'Set up your counter'
export const setUpText = 'Everyone who hands over rewards has a PIN. Start with yourself; you can add others later.'
export const cashierName = 'Name'
export const pin = 'PIN'
export const pinHint = 'Six digits that others would not guess.'
export const setUpButton = 'Use this phone as the counter'
export const setUpLater = 'Set up another phone instead'
export const phones = 'Phones'
export const phonesEmpty = 'No phone is a counter yet.'
export const addPhone = 'Add a phone'
export const addPhoneText = 'Scan this with the camera of the phone. It works once, for ten minutes.'
export const addThisPhone = 'Use this phone'
export const removePhone = 'Remove'
export const cashiers = 'Cashiers'
export const cashiersEmpty = 'Nobody has a PIN yet.'
export const addCashier = 'Add a cashier'
export const newPin = 'New PIN'
export const removeCashier = 'Remove'
export const save = 'Save'
export const signOut = 'Sign out'
export const yourShops = 'Your shops'
export const sessionOver = 'You were signed out. Please sign in again.'

// --- without a network ---

export const offlineTitle = 'No network here'
export const offlineText =
  'Type the number of the voucher. The member then types this code below the voucher, on a phone that has a network.'
export const offlinePinTooOld =
  'The PIN was entered more than four hours ago, so this phone shows no code. Note the voucher instead.'
export const memberOffline = 'The member has no network either'
export const noteText = 'Type the four digits that the member’s phone shows now.'
export const noteIt = 'Note it'
export const noted = 'Noted'
export const notedText =
  'Hand it over. When there is a network, enter it on this phone within 24 hours. Only then is the code checked.'
export const notedNotStored = 'This phone could not save it. Write down the number, the code and the time.'
export const noteInstead = 'Note a voucher for later'
export const lateTitle = 'Noted without a network'
export const lateText = 'Enter what you noted within 24 hours. Its code is checked then.'
export const lateEmpty = 'Nothing is waiting to be entered.'
export const enter = 'Enter'
export const lateAnswers = 'Answers'
export const lateUsed = 'Used'
export const lateWaiting = 'The office decides'
export const lateRefused = 'Refused'
export const correct = 'Correct'
export const clear = 'Clear'
export const paperOpen = 'Enter one noted on paper'
export const paperTitle = 'Noted on paper'
export const day = 'Day'
export const dayToday = 'Today'
export const dayYesterday = 'Yesterday'
export const time = 'Time'
export const timeHint = 'When the member showed the code.'

// --- account of the owner ---

export const account = 'My account'
export const twoSteps = 'Two-step sign-in'
export const twoStepsText = "After your password, we'll ask for a code from an authenticator app on your phone."
export const yourPassword = 'Your password'
export const twoStepsStart = 'Set up'
export const twoStepsScan =
  'Scan this with your authenticator app, or type in the secret key. Then enter the code that the app shows. This signs you out on other devices.'
export const secretQr = 'QR code with the secret key'
export const secretKey = 'Secret key'
export const openAuthenticator = 'Open the app on this phone'
export const twoStepsCodeHint = 'The six digits that the app shows.'
export const turnOn = 'Turn on'
export const turnOff = 'Turn off'
export const turnOffTitle = 'Turn off two-step sign-in?'
export const isOn = 'On'
export const newRecoveryCodes = 'New recovery codes'
export const createRecoveryCodes = 'Create new codes'
export const recoveryCodes = 'Recovery codes'
export const recoveryCodesKeep = 'Keep these recovery codes somewhere safe.'
export const recoveryCodesText =
  "Use one if you lose your authenticator app. Each works once. We won't show them again."
export const copyAll = 'Copy all'
export const copied = 'Copied'
export const copyBlocked = 'Your browser blocked copying. The codes are selected, so you can copy them yourself.'
export const recoveryCodesSaved = "I've saved them"
export const devices = 'Devices'
export const signOutOthers = 'Sign out other devices'
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const changePassword = 'Change password'
